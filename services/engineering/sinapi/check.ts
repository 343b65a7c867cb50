import type { Regime } from '#domain/engineering/publishedPrices.ts';
import { setImmediate as turn } from 'node:timers/promises';
import { COMPOSITION_SHEETS, INPUT_SHEETS, LINES_SHEET } from './layout.ts';
import { FALLBACK_STATE, listed, type Choice, type Line, type Month } from './month.ts';

/** Prices have four places at most. */
const PRICE_UNIT = 10_000n;
const CENT = PRICE_UNIT / 100n;

const toUnits = (price: string): bigint => {
  const [whole = '', fraction = ''] = price.split('.');
  return BigInt(whole) * PRICE_UNIT + BigInt(fraction.padEnd(4, '0'));
};

/** "57,86" of 5786 cents. */
const shown = (cents: bigint): string => `${cents / 100n},${String(cents % 100n).padStart(2, '0')}`;
const shownPrice = (price: string): string => {
  const [whole = '', fraction = ''] = price.split('.');
  return `${whole},${fraction.padEnd(2, '0')}`;
};

interface Coefficient {
  value: bigint;
  /** What the product with a price in units is divided by to get cents. */
  divisor: bigint;
}

const coefficientOf = (text: string): Coefficient => {
  const [whole = '', fraction = ''] = text.split('.');
  return { value: BigInt(whole + fraction), divisor: CENT * 10n ** BigInt(fraction.length) };
};

interface Term extends Coefficient {
  prices: readonly (bigint | null)[];
}

/** Published prices of a regime in units, by sheet and key. */
const pricesOf = (month: Month, sheet: string): Map<string, (bigint | null)[]> => {
  const rows = month.prices.get(sheet) ?? new Map<string, { prices: string }>();
  return new Map(
    [...rows].map(([key, { prices }]) => [
      key,
      prices.split(';').map((price) => (price === '' ? null : toUnits(price))),
    ]),
  );
};

/** The sum of the lines in cents, each cut to the cent; a state without a price has that of the fallback. */
const costOf = (terms: readonly Term[], state: number, fallback: number): bigint =>
  terms.reduce((sum, { value, divisor, prices }) => {
    const price = prices[state] ?? prices[fallback] ?? 0n;
    return sum + (price * value) / divisor;
  }, 0n);

/** Milliseconds of work between two turns of other work. */
const TURN = 8;

/**
 * Compares each published cost with the sum of its lines (domain.md §5) in every chosen state. A difference rejects the
 * row of the composition in that regime.
 */
export const checkCosts = async (month: Month, choice: Choice, onRow: () => void): Promise<void> => {
  const coefficients = new Map<string, Coefficient>();
  const coefficient = (text: string): Coefficient => {
    const known = coefficients.get(text) ?? coefficientOf(text);
    coefficients.set(text, known);
    return known;
  };
  const fallback = month.states.indexOf(FALLBACK_STATE);
  for (const regime of choice.regimes) await checkRegime({ month, choice, regime, fallback, coefficient, onRow });
};

interface RegimeCheck {
  month: Month;
  choice: Choice;
  regime: Regime;
  fallback: number;
  coefficient: (text: string) => Coefficient;
  onRow: () => void;
}

const checkRegime = async ({ month, choice, regime, fallback, coefficient, onRow }: RegimeCheck): Promise<void> => {
  const sheet = COMPOSITION_SHEETS[regime];
  const prices = { INPUT: pricesOf(month, INPUT_SHEETS[regime]), COMPOSITION: pricesOf(month, sheet) };
  const termOf = ({ kind, key, coefficient: text }: Line): Term => ({
    ...coefficient(text),
    prices: prices[kind].get(key) ?? [],
  });
  // A cost whose part was rejected is no further fault.
  const isRejected = ({ kind, key }: Line): boolean =>
    month.rejectedIn.has(`${kind === 'INPUT' ? INPUT_SHEETS[regime] : sheet} ${key}`);
  let since = performance.now();
  for (const [key, { row, prices: published }] of month.prices.get(sheet) ?? []) {
    const lines = month.lines.get(key);
    if (lines && !lines.some(isRejected)) {
      const terms = lines.map(termOf);
      const differences = published.split(';').flatMap((price, state) => {
        if (price === '' || state >= choice.states.length) return [];
        const cost = costOf(terms, state, fallback);
        return toUnits(price) === cost * CENT ? [] : [{ state: month.states[state] ?? '', price, cost }];
      });
      rejectDifferences(month, sheet, { key, row }, differences);
    }
    onRow();
    if (performance.now() - since < TURN) continue;
    await turn();
    since = performance.now();
  }
};

const rejectDifferences = (
  month: Month,
  sheet: string,
  { key, row }: { key: string; row: number },
  differences: readonly { state: string; price: string; cost: bigint }[],
): void => {
  const [first] = differences;
  if (!first) return;
  const definition = month.compositions.get(key);
  const more = differences.length > 1 ? ` (difere em ${listed(differences.map(({ state }) => state))})` : '';
  month.report.tell({
    ...{ sheet, row, code: definition?.code ?? null, name: definition?.name ?? null, outcome: 'REJECTED' },
    text: `Publicado ${shownPrice(first.price)} em ${first.state}; a soma dos itens é ${shown(first.cost)}${more}.`,
  });
  month.prices.get(sheet)?.delete(key);
};

/** Compositions that use each composition. */
const usersOf = (month: Month): Map<string, string[]> => {
  const users = new Map<string, string[]>();
  for (const [key, lines] of month.lines) {
    for (const { kind, key: child } of lines) {
      if (kind === 'COMPOSITION') users.set(child, [...(users.get(child) ?? []), key]);
    }
  }
  return users;
};

/** Compositions that are within themselves: those that remain when what depends on nothing is taken away, level by level. */
const circular = (month: Month, users: ReadonlyMap<string, readonly string[]>): Set<string> => {
  const open = new Map(
    [...month.compositions.keys()].map((key) => [
      key,
      (month.lines.get(key) ?? []).filter(({ kind }) => kind === 'COMPOSITION').length,
    ]),
  );
  const free = [...open].flatMap(([key, count]) => (count === 0 ? [key] : []));
  for (let key = free.pop(); key !== undefined; key = free.pop()) {
    open.delete(key);
    for (const user of users.get(key) ?? []) {
      const count = (open.get(user) ?? 0) - 1;
      open.set(user, count);
      if (count === 0) free.push(user);
    }
  }
  return new Set(open.keys());
};

/**
 * Takes out the compositions that have a rejected line, and those that use them: a composition without one of its lines
 * would be another one. Returns how many.
 */
export const leaveOut = (month: Month): number => {
  const users = usersOf(month);
  for (const key of circular(month, users)) rejectCircle(month, key);
  const open = [...month.brokenLines].filter((key) => month.compositions.has(key));
  const out = new Set(open);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const user of users.get(key) ?? []) {
      if (out.has(user)) continue;
      out.add(user);
      open.push(user);
    }
  }
  for (const key of out) remove(month, key);
  return out.size;
};

const rejectCircle = (month: Month, key: string): void => {
  const line = month.lines.get(key)?.find(({ kind }) => kind === 'COMPOSITION');
  const definition = month.compositions.get(key);
  if (!line || !definition) return;
  month.brokenLines.add(key);
  month.report.tell({
    ...{ sheet: LINES_SHEET, row: line.row, code: definition.code, name: definition.name, outcome: 'REJECTED' },
    text: `A composição ${definition.code} usa a si mesma por meio de outras, ou usa uma que o faz.`,
  });
};

const remove = (month: Month, key: string): void => {
  const definition = month.compositions.get(key);
  if (!definition) return;
  const { code, name } = definition;
  const text = month.brokenLines.has(key)
    ? `A composição ${code} tem item recusado.`
    : `A composição ${code} usa outra que tem item recusado.`;
  const tell = (sheet: string, row: number) => month.report.tell({ sheet, row, code, name, outcome: 'IGNORED', text });
  for (const [sheet, rows] of month.prices) {
    if (!sheet.startsWith('C')) continue;
    const priced = rows.get(key);
    if (priced) tell(sheet, priced.row);
    rows.delete(key);
  }
  for (const { row } of month.lines.get(key) ?? []) tell(LINES_SHEET, row);
  month.lines.delete(key);
  month.compositions.delete(key);
};
