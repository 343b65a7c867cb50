import { ACTIVE_FIELD, type ImportDescription } from '#domain/imports/description.ts';

/** Brands as a spreadsheet. */
export const brandImport: ImportDescription = {
  noun: { one: 'marca', many: 'marcas', gender: 'a' },
  fields: [
    {
      field: 'name',
      title: 'Marca',
      aliases: ['nome', 'nome da marca', 'fabricante'],
      required: true,
      example: 'Tigre',
    },
    ACTIVE_FIELD,
  ],
};
