import { ACTIVE_FIELD, type ImportDescription } from '#domain/imports/description.ts';

/** Product groups as a spreadsheet. Codes follow from places: a code says only which group a row is in. */
export const productGroupImport: ImportDescription = {
  noun: { one: 'grupo de insumos', many: 'grupos de insumos', gender: 'o' },
  fields: [
    { field: 'code', title: 'Código', aliases: ['cod', 'item'], example: '01.01' },
    {
      field: 'name',
      title: 'Grupo',
      aliases: ['nome', 'grupo de insumos', 'descrição'],
      required: true,
      example: 'Cimento',
    },
    { field: 'parent', title: 'Dentro de', aliases: ['grupo pai', 'pai', 'grupo superior'], example: 'Aglomerantes' },
    ACTIVE_FIELD,
  ],
};
