import type pg from 'pg';
import { addMonths, type IsoDate } from '#domain/dates.ts';
import { Decimal } from '#domain/decimal.ts';
import { publishedTableName } from '#domain/engineering/publishedPrices.ts';
import { PUBLISHED_COMPOSITIONS, PUBLISHED_INPUTS } from './data/published.ts';
import { insertRows, keysOf, reserveIds } from './insert.ts';
import type { ProductPlace } from './products.ts';

const STATE = 'SP';
const REGIME = 'SD';

/** Codes rise by three from 370, and by one from 87000: invented ones, in the shape of the real ones. */
const inputCode = (index: number): string => String(370 + index * 3);
const compositionCode = (index: number): string => String(87_000 + index);

interface Part {
  name: string;
  definition: number;
  price: Decimal;
  isInput: boolean;
}

/** The only part whose name begins with these words. */
const partOf = (parts: readonly Part[], beginning: string): Part => {
  const [found, more] = parts.filter(
    ({ name }) => name === beginning || name.startsWith(`${beginning} `) || name.startsWith(`${beginning},`),
  );
  if (!found || more) throw new RangeError(`The demo's published month has none, or several, of ${beginning}`);
  return found;
};

/** Inserts a small invented SINAPI month, that before the seed's: published prices of São Paulo, not to be changed. */
export const insertPublishedMonth = async (
  client: pg.Client,
  { accountId, type, unit }: Pick<ProductPlace, 'accountId' | 'type' | 'unit'>,
  seedDate: IsoDate,
): Promise<void> => {
  const month = `${addMonths(seedDate, -1).slice(0, 7)}-01`;
  const owned = { account_id: accountId };
  const [catalogue = 0] = await reserveIds(client, 'catalogues', 1);
  const [table = 0] = await reserveIds(client, 'product_tables', 1);
  await insertRows(client, 'catalogues', [{ ...owned, id: catalogue, source: 'SINAPI', month }]);
  await insertRows(client, 'product_tables', [
    {
      ...{ ...owned, id: table, catalogue_id: catalogue, name: publishedTableName(month, STATE, REGIME) },
      ...{ source: 'SINAPI', state: STATE, regime: REGIME, active: true, version: 1 },
    },
  ]);
  const inputs = keysOf(PUBLISHED_INPUTS).flatMap((name) =>
    PUBLISHED_INPUTS[name].map(([text, acronyms, price]) => ({ type: name, text, acronyms, price })),
  );
  const definitions = await reserveIds(client, 'product_definitions', inputs.length);
  const products = await reserveIds(client, 'products', inputs.length);
  await insertRows(
    client,
    'product_definitions',
    inputs.map((input, index) => ({
      ...{ ...owned, id: definitions[index] ?? 0, catalogue_id: catalogue, code: inputCode(index), name: input.text },
      ...{ unit_id: unit(input.acronyms), product_type_id: type(input.type) },
    })),
  );
  const priced = { ...owned, product_table_id: table, active: true, version: 1 };
  await insertRows(
    client,
    'products',
    inputs.map(({ price }, index) => ({
      ...{ ...priced, id: products[index] ?? 0, definition_id: definitions[index] ?? 0, price },
    })),
  );
  const taskDefinitions = await reserveIds(client, 'task_definitions', PUBLISHED_COMPOSITIONS.length);
  const tasks = await reserveIds(client, 'tasks', PUBLISHED_COMPOSITIONS.length);
  const parts = inputs.map(({ text, price }, index): Part => ({
    ...{ name: text, definition: definitions[index] ?? 0, price: new Decimal(price), isInput: true },
  }));
  const lines: { definition: number; position: number; coefficient: string; part: Part }[] = [];
  const prices = PUBLISHED_COMPOSITIONS.map((one, index) => {
    const definition = taskDefinitions[index] ?? 0;
    const own = Object.entries(one.lines).map(([beginning, coefficient], position) => ({
      ...{ definition, position, coefficient, part: partOf(parts, beginning) },
    }));
    lines.push(...own);
    // Published costs are sums of truncated lines.
    const price = own.reduce(
      (sum, { coefficient, part }) => sum.plus(part.price.times(coefficient).toDecimalPlaces(2, Decimal.ROUND_DOWN)),
      new Decimal(0),
    );
    parts.push({ name: one.name, definition, price, isInput: false });
    return price.toFixed(2);
  });
  await insertRows(
    client,
    'task_definitions',
    PUBLISHED_COMPOSITIONS.map(({ name, unit: acronyms, group }, index) => ({
      ...{ ...owned, id: taskDefinitions[index] ?? 0, catalogue_id: catalogue, code: compositionCode(index) },
      ...{ description: name, unit_id: unit(acronyms), class: group },
    })),
  );
  await insertRows(
    client,
    'tasks',
    prices.map((price, index) => ({
      ...{ ...priced, id: tasks[index] ?? 0, definition_id: taskDefinitions[index] ?? 0, unit_price: price },
    })),
  );
  const lineIds = await reserveIds(client, 'task_definition_items', lines.length);
  await insertRows(
    client,
    'task_definition_items',
    lines.map(({ definition, position, coefficient, part }, index) => ({
      ...{ ...owned, id: lineIds[index] ?? 0, definition_id: definition, position, coefficient },
      product_definition_id: part.isInput ? part.definition : null,
      child_definition_id: part.isInput ? null : part.definition,
    })),
  );
};
