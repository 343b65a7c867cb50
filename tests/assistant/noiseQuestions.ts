/** A question that is understood, with SQL of the test for its figure. */
export interface Question {
  text: string;
  /** Questions about the same may be one sentence. */
  about: string;
  /** `$1` is the company; a sum of one row and one column. */
  query: string;
}

const TODAY = '2026-11-20';
/** Months of 2026 that are over on that day, with their last days. */
const PAST: readonly (readonly [string, string, string])[] = [
  ['junho', '06', '30'],
  ['julho', '07', '31'],
  ['agosto', '08', '31'],
  ['setembro', '09', '30'],
  ['outubro', '10', '31'],
];
const NAMED = ['Depósito São Jorge', 'Eletro Luz', 'Hidráulica Central'];

const sumOf = (side: 'DEBIT' | 'CREDIT', where: string): string =>
  `select coalesce(sum(i.value), 0)::numeric(15, 2)::text from installments i
   join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
   where t.company_id = $1 and t.type = '${side}' and ${where}`;

const ofObra = (name: string): string =>
  `select coalesce(sum(s.value), 0)::text from apportionments a
   join apportionment_shares s on s.account_id = a.account_id and s.apportionment_id = a.id
   join installments i on i.account_id = s.account_id and i.id = s.installment_id and i.type = 'DEBIT' and i.forecast
   where a.company_id = $1 and a.building_id = (select id from buildings where name like '${name}%')`;

const inMonths: Question[] = PAST.flatMap(([name, month, last]) => {
  const days = `between '2026-${month}-01' and '2026-${month}-${last}'`;
  return [
    {
      text: `quanto paguei em ${name}`,
      about: 'paid',
      query: sumOf('DEBIT', `not i.forecast and i.payment_date ${days}`),
    },
    {
      text: `quanto recebi em ${name} de 2026`,
      about: 'received',
      query: sumOf('CREDIT', `not i.forecast and i.payment_date ${days}`),
    },
    { text: `despesas de ${name}`, about: 'expenses', query: sumOf('DEBIT', `i.due_date ${days}`) },
  ];
});

const QUESTIONS: readonly Question[] = [
  { text: 'quanto devo', about: 'owed', query: sumOf('DEBIT', 'i.forecast') },
  { text: 'quanto tenho a receber', about: 'receivable', query: sumOf('CREDIT', 'i.forecast') },
  { text: 'despesas vencidas', about: 'overdue', query: sumOf('DEBIT', `i.forecast and i.due_date < '${TODAY}'`) },
  {
    text: 'quanto sai em dezembro',
    about: 'december',
    query: sumOf('DEBIT', "i.forecast and i.due_date between '2026-12-01' and '2026-12-31'"),
  },
  ...NAMED.map((name) => ({
    text: `quanto devo para ${name}`,
    about: 'owed',
    query: sumOf('DEBIT', `i.forecast and t.partner_id = (select id from partners where name like '${name}%')`),
  })),
  ...['Clínica', 'Vila'].map((name) => ({
    text: `quanto falta pagar da ${name}`,
    about: 'owed',
    query: ofObra(name),
  })),
  ...inMonths,
];

/** Questions about the demo company. */
export const known = (): readonly Question[] => QUESTIONS;
