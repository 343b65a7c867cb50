import { sql } from 'kysely';
import { monthName } from '#domain/engineering/publishedPrices.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Definition, Month } from './month.ts';

interface Known {
  key: string;
  name: string;
}

/** Names of what another month published, by the keys of the codes. */
const namesOf = async (
  trx: Trx,
  { accountId, before, isInput }: { accountId: number; before: string; isInput: boolean },
): Promise<Map<string, string>> => {
  const [definitions, name] = isInput ? ['product_definitions', 'name'] : ['task_definitions', 'description'];
  const { rows } = await sql<Known>`
    select d.code_key as key, ${sql.ref(`d.${name}`)} as name from ${sql.table(definitions)} d
      join catalogues c on c.account_id = d.account_id and c.id = d.catalogue_id
     where c.account_id = ${accountId} and c.source = 'SINAPI' and c.month = ${before}`.execute(trx);
  return new Map(rows.map(({ key, name: text }) => [key, text]));
};

/** Tells of each definition once, at its row in the sheet that has it first. */
const tellNews = (
  month: Month,
  definitions: ReadonlyMap<string, Definition>,
  { initial, textOf }: { initial: 'I' | 'C'; textOf: (definition: Definition) => string | undefined },
): void => {
  const sheets = [...month.prices].filter(([sheet]) => sheet.startsWith(initial));
  for (const definition of definitions.values()) {
    const text = textOf(definition);
    const found = sheets.find(([, rows]) => rows.has(definition.key));
    const row = found?.[1].get(definition.key)?.row;
    if (text === undefined || found === undefined || row === undefined) continue;
    const { code, name } = definition;
    month.report.tell({ sheet: found[0], row, code, name, outcome: 'WARNING', text });
  }
};

/** Tells which inputs and compositions the month before did not have, and which were called otherwise there. */
export const tellOfNews = async (
  trx: Trx,
  accountId: number,
  { month, before }: { month: Month; before: string | null },
): Promise<void> => {
  if (before === null) return;
  for (const [initial, definitions, isNew] of [
    ['I', month.inputs, 'Insumo novo neste mês.'],
    ['C', month.compositions, 'Composição nova neste mês.'],
  ] as const) {
    const known = await namesOf(trx, { accountId, before, isInput: initial === 'I' });
    tellNews(month, definitions, {
      initial,
      textOf: ({ key, name }) => {
        const old = known.get(key);
        if (old === undefined) return isNew;
        return old === name ? undefined : `Descrição mudou desde ${monthName(before)}: nova guardada.`;
      },
    });
  }
};
