import type { Page } from 'playwright-core';

export interface ScreenAnswer {
  intent: string;
  spans: { text: string; strong: boolean }[];
  parts: { label: string; value: string; to: string | null }[];
  links: { label: string; to: string }[];
}

/** Lines that are a difference or the rest of others, which have lists of their own; no list filters by no partner. */
const DERIVED = /^(?:Diferença|Outr[oa]s \d+|Mais [\d.]+ compras?|Meses anteriores|Sem fornecedor|Sem cliente)$/;
const DECIMAL = /\d[\d.]*,\d{2,}/g;
const MONEY = /^[+-]?[\d.]+,\d{2}$/;
/** Figures of a sentence: amounts, and the prices of inputs; a count where it gives none. */
const AMOUNT = /-?R\$\s?-?[\d.]+,\d{2,}/g;

const plain = (text: string): string =>
  text
    .replaceAll('\u00a0', ' ')
    .replaceAll('−', '-')
    .replace(/-R\$ ?/g, 'R$ -')
    .replace(/\s+/g, ' ');

const strongOf = ({ spans }: ScreenAnswer): string =>
  spans.flatMap(({ text, strong }) => (strong ? [text] : [])).join(' | ');
const amountsIn = (text: string): string[] =>
  (plain(text).match(AMOUNT) ?? plain(text).match(/R\$ -?[\d.]+,\d{2,}/g) ?? []).map((one) => one.replace('R$ ', ''));

const LEDGER = /\/(?:outcome|income|debit-installments|credit-installments)\?/;

/** How a screen shows a figure, by its label where the screen has one: a figure of another line would not do. */
const shownBy = (to: string, value: string, label: string): string => {
  if (LEDGER.test(to) && !/[?&]id=/.test(to)) {
    if (label === 'Em aberto' || label === 'Vencidas') return `${label} R$ ${value}`;
    // Reports by competence count gross values, which their lists show where they differ.
    if (to.includes('competenceTo=')) return `Valor bruto R$ ${value} | Total filtrado R$ ${value}`;
    const isLate = label === '' && /(?:outcome|income)\?.*status=OVERDUE/.test(to);
    return `${isLate ? 'Vencidas' : 'Total filtrado'} R$ ${value}`;
  }
  const day = /cashflow\?.*to=(\d{4})-(\d{2})-(\d{2})/.exec(to);
  if (day) return `em ${day[3]}/${day[2]}/${day[1]} R$ ${value}`;
  return value;
};

/** Each list of an answer with the figures that it has to show. */
export const figuresOf = (answer: ScreenAnswer): (readonly [string, readonly string[]])[] => {
  const lists = new Map<string, Set<string>>();
  const add = (to: string, shown: string) => lists.set(to, (lists.get(to) ?? new Set()).add(shown));
  const own = answer.parts.filter(({ value }) => MONEY.test(value));
  const [first] = answer.links;
  for (const { label, value, to } of own) {
    if (to !== null) add(to, shownBy(to, value, label));
    // A change stands above the two amounts that it is between.
    else if (first && !DERIVED.test(label) && !(answer.intent === 'explain' && /^[+-]/.test(value)))
      add(first.to, shownBy(first.to, value, label));
  }
  const text = answer.spans.map((span) => span.text).join('');
  const [headline = text.match(DECIMAL)?.at(-1) ?? /\d+/.exec(text)?.[0]] = [
    ...amountsIn(strongOf(answer)),
    ...amountsIn(text),
  ];
  for (const { to } of answer.links) {
    // The list of a line shows the figure of that line: the sum of the lines, where the sentence tells the largest one.
    if (own.some((one) => one.to === to)) continue;
    // Further links are of other obras, with the lines of these.
    const obra = /building=\d+/.exec(to)?.[0];
    const line = to === first?.to || !obra ? undefined : own.find((one) => one.to?.includes(`${obra}&`));
    const figure = line?.value ?? headline;
    if (figure !== undefined) add(to, shownBy(to, figure, ''));
  }
  return [...lists].map(([to, shown]) => [to, [...shown]] as const);
};

/** Everything that a screen shows, hints included. */
export const readAs = async (page: Page): Promise<string> => {
  const texts = await page.locator('main, [role="dialog"]').allInnerTexts();
  const hints = await page.locator('main [title]').evaluateAll((all) => all.map((one) => one.getAttribute('title')));
  return plain([...texts, ...hints].join(' '));
};

/** Whether a text has a figure, or one of two, as a whole: "234,50" is not in "1.234,50". */
export const hasWhole = (text: string, shown: string): boolean =>
  shown.split(' | ').some((one) => {
    const literal = one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(?<![\\d.,-])${literal}(?![\\d,]|\\.\\d)`).test(text);
  });
