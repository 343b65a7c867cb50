import { ACTIVE_FIELD, type ImportDescription } from '#domain/imports/description.ts';

/** Product types as a spreadsheet. */
export const productTypeImport: ImportDescription = {
  noun: { one: 'tipo de insumo', many: 'tipos de insumo', gender: 'o' },
  fields: [
    { field: 'name', title: 'Tipo', aliases: ['nome', 'tipo de insumo'], required: true, example: 'Material' },
    ACTIVE_FIELD,
  ],
};
