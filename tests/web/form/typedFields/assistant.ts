import type { Page } from 'playwright-core';
import { amount, date, go, transactions } from './fields.ts';
import type { LookingField } from './looking.ts';

const missing = (name: string, label: string) => ({ name, label, value: null, shown: null, note: null, options: [] });

/** A form that was asked for, of which value and due date are not known yet. */
const ANSWER = {
  intent: 'start',
  spans: [{ text: 'Entendi assim:', strong: false }],
  ...{ parts: [], links: [], scope: null, choices: [] },
  form: {
    kind: 'EXPENSE',
    title: 'Nova despesa',
    fields: [missing('value', 'Valor'), missing('dueDate', 'Vencimento')],
  },
};

/** Keeps the answer as the gateway does, and opens the assistant. */
const card = async (page: Page): Promise<void> => {
  const body = JSON.stringify({ question: 'nova despesa', answer: ANSWER, frame: null });
  await page.evaluate(async (kept) => {
    const stored: unknown = JSON.parse(localStorage.getItem('prumo.session.admin@demo.prumo') ?? '{}');
    const token = String(Reflect.get(Object(stored), 'token'));
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    await fetch('/api/v1/assistant/conversation', { method: 'POST', headers, body: kept });
  }, body);
  await go(page, `${transactions}/outcome`);
  if ((await page.getByRole('complementary', { name: 'Assistente' }).count()) === 0) await page.keyboard.press('Alt+a');
  await cardOf(page).waitFor();
};
const cardOf = (page: Page) => page.getByRole('region', { name: 'Nova despesa' }).last();
const common = {
  as: 'admin',
  open: card,
  watched: (page: Page) => cardOf(page).getByRole('banner').or(cardOf(page).locator('header')),
} as const;

/** Fields of a form that the assistant begins: what cannot be read does not count as given. */
export const ASKING: readonly LookingField[] = [
  { ...common, ...amount, source: 'assistant/FormCard.tsx value', name: 'Valor no assistente', label: /^Valor$/ },
  {
    ...common,
    ...date,
    source: 'assistant/FormCard.tsx dueDate',
    name: 'Vencimento no assistente',
    label: /^Vencimento$/,
  },
];
