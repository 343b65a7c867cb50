import type pg from 'pg';
import { compositionPrice, quantity4, type Amount } from '#domain/engineering/composition.ts';
import { COMPOSITIONS, type DemoComposition } from './data/compositions.ts';
import { insertRows, reserveFor, reserveIds } from './insert.ts';
import type { PlacedProduct, ProductPlace } from './products.ts';

interface Planned extends DemoComposition {
  group: string;
}

interface PlannedLine {
  quantity: Amount;
  productId: number | null;
  childCode: string | null;
  unitPrice: Amount | null;
}

/** Reads lines and prices of the compositions; what one is made of may stand after it. */
class Plan {
  readonly #byCode: ReadonlyMap<string, Planned>;
  readonly #prices = new Map<string, Amount | null>();

  constructor(
    readonly compositions: readonly Planned[],
    readonly products: ReadonlyMap<string, PlacedProduct>,
  ) {
    this.#byCode = new Map(compositions.map((one) => [one.code, one]));
  }

  lines({ code, lines }: Planned): PlannedLine[] {
    return Object.entries(lines).map(([name, coefficient]) => {
      const quantity = quantity4(coefficient);
      const product = this.products.get(name);
      if (product) return { quantity, productId: product.id, childCode: null, unitPrice: product.price };
      const child = this.#byCode.get(name);
      if (!child) throw new RangeError(`Composition ${code} is made of ${name}, which the demo does not have`);
      return { quantity, productId: null, childCode: name, unitPrice: this.price(child) };
    });
  }

  price(one: Planned): Amount | null {
    const known = this.#prices.get(one.code);
    if (known !== undefined) return known;
    const price = compositionPrice(this.lines(one));
    this.#prices.set(one.code, price);
    return price;
  }
}

/** Inserts the company's own compositions of its products, several levels deep, with their prices. */
export const insertCompositions = async (
  client: pg.Client,
  { accountId, catalogueId, tableId, unit }: ProductPlace,
  products: ReadonlyMap<string, PlacedProduct>,
): Promise<void> => {
  const listed = Object.entries(COMPOSITIONS).flatMap(([group, inside]) => inside.map((one) => ({ ...one, group })));
  const plan = new Plan(
    listed.sort((a, b) => a.code.localeCompare(b.code)),
    products,
  );
  const codes = plan.compositions.map(({ code }) => code);
  const definition = await reserveFor(client, 'task_definitions', codes);
  const task = await reserveFor(client, 'tasks', codes);
  const owned = { account_id: accountId };
  await insertRows(
    client,
    'task_definitions',
    plan.compositions.map(({ code, description, unit: acronyms, group, reference }) => ({
      ...{ ...owned, id: definition(code), catalogue_id: catalogueId, code, description, unit_id: unit(acronyms) },
      ...{ class: group, source_reference: reference ?? null },
    })),
  );
  await insertRows(
    client,
    'tasks',
    plan.compositions.map((one) => ({
      ...{ ...owned, id: task(one.code), product_table_id: tableId, definition_id: definition(one.code) },
      ...{ unit_price: plan.price(one), active: true, version: 1 },
    })),
  );
  const lines = plan.compositions.flatMap((one) =>
    plan.lines(one).map(({ quantity, productId, childCode }, position) => ({
      ...{ ...owned, task_id: task(one.code), position, quantity, product_id: productId },
      child_task_id: childCode === null ? null : task(childCode),
    })),
  );
  const ids = await reserveIds(client, 'task_items', lines.length);
  await insertRows(
    client,
    'task_items',
    lines.map((line, index) => ({ ...line, id: ids[index] ?? 0 })),
  );
};
