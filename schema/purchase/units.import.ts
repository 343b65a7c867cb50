import { ACTIVE_FIELD, type ImportDescription } from '#domain/imports/description.ts';

/** Units as a spreadsheet. */
export const unitImport: ImportDescription = {
  noun: { one: 'unidade', many: 'unidades', gender: 'a' },
  fields: [
    { field: 'acronyms', title: 'Sigla', aliases: ['un', 'unidade', 'símbolo'], required: true, example: 'm³' },
    {
      field: 'description',
      title: 'Nome',
      aliases: ['descrição', 'por extenso'],
      required: true,
      example: 'Metro cúbico',
    },
    ACTIVE_FIELD,
  ],
};
