import { OWN_RESOURCES, OWN_TASKS, type OwnFormat } from '#domain/imports/ownFormat.ts';
import type { AccessRule } from '#web/session/access.ts';
import { forgetting } from '#web/client/forgetting.ts';

/** What can be imported: the published prices of a month, or a file of the account's own. */
export type ImportSource = 'sinapi' | 'insumos' | 'composicoes';

export interface OwnSource {
  id: Exclude<ImportSource, 'sinapi'>;
  label: string;
  title: string;
  /** "insumo", "insumos" */
  noun: [string, string];
  /** Ending of "criados" and "alterados". */
  gender: 'o' | 'a';
  format: OwnFormat;
  rule: AccessRule;
  text: string;
  /** Where the imported rows are shown. */
  list: { path: string; label: string };
}

export const OWN_SOURCES: readonly OwnSource[] = [
  {
    id: 'insumos',
    label: 'Insumos próprios',
    title: 'Importar insumos próprios',
    ...{ noun: ['insumo', 'insumos'], gender: 'o', format: OWN_RESOURCES },
    rule: { anyOf: ['PURCHASE', 'ENGINEERING'] },
    text: 'Um insumo por linha, achado pelo código: os novos são criados, os que existem recebem descrição, unidade, tipo e preço do arquivo.',
    list: { path: '/home/forms/product', label: 'Ver os insumos' },
  },
  {
    id: 'composicoes',
    label: 'Composições próprias',
    title: 'Importar composições próprias',
    ...{ noun: ['composição', 'composições'], gender: 'a', format: OWN_TASKS },
    rule: { anyOf: ['ENGINEERING'] },
    text: 'Uma linha por item. As linhas de uma composição ficam juntas; da segunda em diante, código e descrição podem ficar em branco. Os insumos já devem estar na tabela.',
    list: { path: '/home/forms/task', label: 'Ver as composições' },
  },
];

/** Lists, counts and prices that an import into an own cost database concerns. */
export const forgetImported = forgetting(
  ...['products', 'productTotals', 'productCounts', 'productPriceHistory', 'productImpact', 'productTables'],
  ...['tasks', 'taskTotals', 'task', 'taskUsages', 'taskImpact', 'taskExplosion', 'taskInputs', 'resources'],
);
