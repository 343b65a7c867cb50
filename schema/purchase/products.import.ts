import { ACTIVE_FIELD, type ImportDescription } from '#domain/imports/description.ts';

/** Products as a spreadsheet; all rows of one import are of one cost database. */
export const productImport: ImportDescription = {
  noun: { one: 'insumo', many: 'insumos', gender: 'o' },
  fields: [
    { field: 'code', title: 'Código', aliases: ['cod', 'código do insumo', 'referência'], example: '0042' },
    {
      ...{ field: 'name', title: 'Insumo', required: true, example: 'Cimento Portland CP II-32' },
      aliases: ['nome', 'descrição', 'descrição do insumo', 'produto', 'material'],
    },
    {
      ...{ field: 'unit', title: 'Unidade', required: true, kind: 'reference', example: 'kg' },
      aliases: ['un', 'und', 'unid', 'unidade de medida'],
      makes: { one: 'unidade', many: 'unidades', gender: 'a' },
    },
    {
      ...{ field: 'productType', title: 'Tipo', required: true, kind: 'reference', example: 'Material' },
      aliases: ['tipo de insumo', 'classe'],
      makes: { one: 'tipo de insumo', many: 'tipos de insumo', gender: 'o' },
    },
    {
      ...{ field: 'productGroup', title: 'Grupo', kind: 'reference', example: 'Aglomerantes' },
      aliases: ['grupo de insumos', 'família', 'categoria'],
      makes: { one: 'grupo', many: 'grupos', gender: 'o' },
    },
    {
      ...{ field: 'price', title: 'Preço', kind: 'decimal', places: 4, example: '0,78' },
      aliases: ['preço r', 'último preço', 'último preço r', 'preço unitário', 'valor', 'valor unitário', 'custo'],
    },
    {
      ...{ field: 'brands', title: 'Marcas', kind: 'many', example: 'Votoran; Cauê' },
      aliases: ['marca', 'fabricante', 'fabricantes'],
      makes: { one: 'marca', many: 'marcas', gender: 'a' },
    },
    {
      ...{ field: 'purchaseUnit', title: 'Unidade de compra', kind: 'reference', example: 'sc' },
      aliases: ['un compra', 'comprado em'],
      makes: { one: 'unidade', many: 'unidades', gender: 'a' },
    },
    {
      ...{ field: 'purchaseFactor', title: 'Fator de compra', kind: 'decimal', places: 6, example: '50' },
      aliases: ['fator', 'fator de conversão', 'quantidade por embalagem'],
    },
    {
      ...{ field: 'leadTimeDays', title: 'Prazo de entrega (dias)', kind: 'count', example: '7' },
      aliases: ['prazo', 'prazo de entrega', 'dias de entrega', 'lead time'],
    },
    ACTIVE_FIELD,
  ],
};
