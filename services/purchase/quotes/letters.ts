import { sql } from 'kysely';
import { formatDate, formatMoment, type IsoDate } from '#domain/dates.ts';
import { counted, formatCurrency, formatPercentage, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { formatTerms } from '#domain/purchase/orders/terms.ts';
import { answerFigures } from '#domain/purchase/quotes/figures.ts';
import type { QuoteState, QuoteSupplierState } from '#schema/purchase/quotes/quotes.rest.ts';
import { letterText, type LetterText } from '../../platform/letterText.ts';
import type { Letter } from '../../platform/mail.ts';
import { plainName } from '../../platform/plainName.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { contactLines, KEY_FOOT } from '../links/letters.ts';
import { makeLink } from './links.ts';
import type { QuoteMailKind } from './mails.ts';
import { ANSWER, type StoredAnswer } from './read.ts';
import { quoteState, supplierState } from './states.ts';

/** A queued mail to a supplier. */
export interface QueuedQuoteMail {
  id: number;
  account_id: number;
  quote_supplier_id: number;
  kind: QuoteMailKind;
}

interface Facts {
  quoteId: number;
  document: string;
  title: string;
  company: string;
  supplier: string;
  address: string | null;
  buyer: string | null;
  phone: string | null;
  message: string | null;
  deadline: string | null;
  state: QuoteState;
  supplierState: QuoteSupplierState;
  lines: { id: number; description: string; unit: string; quantity: string }[];
  answer: StoredAnswer | null;
}

/** What a mail is about, and where it goes. */
export const readQuoteMail = async (
  trx: Trx,
  { id, account_id }: Pick<QueuedQuoteMail, 'id' | 'account_id'>,
  now: Date,
): Promise<Facts> => {
  const { rows } = await sql<Facts>`
    select q.id as "quoteId", q.document, q.title, c.name as company, p.name as supplier,
           coalesce(m.address, s.email, p.email) as address, w.name as buyer, q.phone, q.message, q.deadline,
           ${quoteState(now)} as state, ${supplierState} as "supplierState", ${ANSWER} as answer,
           (select coalesce(json_agg(json_build_object('id', l.id, 'description', l.description, 'unit', u.acronyms,
                     'quantity', l.quantity::text) order by l.position), '[]')
              from quote_lines l join units u on u.account_id = l.account_id and u.id = l.unit_id
             where l.account_id = q.account_id and l.quote_id = q.id) as lines
      from outgoing_mail m
      join quote_suppliers s on s.account_id = m.account_id and s.id = m.quote_supplier_id
      join partners p on p.account_id = s.account_id and p.id = s.partner_id
      join quotes q on q.account_id = s.account_id and q.id = s.quote_id
      join companies c on c.account_id = q.account_id and c.id = q.company_id
      left join users w on w.account_id = q.account_id and w.id = q.buyer_id
     where m.account_id = ${account_id} and m.id = ${id}`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error('a mail without its supplier');
  return found;
};

/** Returns the reason to cancel a queued mail, or null. */
const needlessReason = (
  kind: QuoteMailKind,
  { state, supplierState: reached, address, answer }: Facts,
): string | null => {
  if (address === null) return 'supplier has no address';
  if (kind === 'QUOTE_COPY') return answer === null ? 'the answer is taken back' : null;
  if (reached === 'REVOKED') return 'links of the supplier are revoked';
  if (state !== 'WAITING' && !(kind === 'QUOTE_DEADLINE' && state === 'TO_DECIDE')) return 'quote takes no answers';
  const answered = reached === 'ANSWERED' || reached === 'DECLINED';
  return answered && kind === 'QUOTE_REMINDER' ? 'supplier has answered' : null;
};

const deadlineOf = ({ deadline }: Facts): string => (deadline === null ? '' : formatMoment(new Date(deadline)));

const asking = (facts: Facts, subject: string, first: string): LetterText => ({
  subject,
  lines: [
    `Olá, ${plainName(facts.supplier)}.`,
    first,
    ...(facts.message === null ? [] : [facts.message]),
    `Responda até ${deadlineOf(facts)} (horário de Brasília). Até lá dá para mudar a resposta.`,
    ...contactLines(facts),
  ],
  button: 'Responder cotação',
  foot: KEY_FOOT,
});

/** The answer as its supplier reads it: his own figures alone. */
const copyOf = (facts: Facts, answer: StoredAnswer): LetterText => {
  const said = new Map(answer.lines.map((line) => [line.lineId, line]));
  const { values, total } = answerFigures(
    facts.lines.map(({ id, quantity }) => ({ quantity, price: said.get(id)?.price ?? null })),
    answer,
  );
  const items = facts.lines.map(({ id, description, unit, quantity }, index) => {
    const { price, brand } = said.get(id) ?? { price: null, brand: null };
    const value = values[index];
    const offer =
      price === null || value === null || value === undefined
        ? 'não tenho'
        : `${formatQuantity(quantity)} ${unit} × R$ ${formatUnitPrice(price)} = ${formatCurrency(value)}${brand === null ? '' : ` (${brand})`}`;
    return `${description}: ${offer}`;
  });
  const freight = { INCLUDED: 'incluso', CHARGED: formatCurrency(answer.shippingRate), PICKUP: 'a retirar' };
  const validUntil: IsoDate | null = answer.validUntil;
  return {
    subject: `Cópia da sua resposta à cotação ${facts.document}`,
    lines: [
      `Resposta de ${plainName(facts.supplier)} à cotação ${plainName(facts.document)} de ${plainName(facts.company)}: ${plainName(facts.title)}`,
      items.join('\n'),
      [
        `Frete: ${freight[answer.freight]}`,
        `IPI: ${formatPercentage(answer.ipi)}`,
        ...(answer.deliveryDays === null ? [] : [`Entrega: ${counted(answer.deliveryDays, 'dia')}`]),
        `Pagamento: ${formatTerms(answer.paymentDays)}`,
        ...(validUntil === null ? [] : [`Válida até ${formatDate(validUntil)}`]),
        ...(answer.notes === null ? [] : [answer.notes]),
        `Total: ${formatCurrency(total)}`,
      ].join('\n'),
    ],
    foot: 'Você recebe esta cópia porque a pediu ao enviar a resposta.',
  };
};

const textOf = (kind: QuoteMailKind, facts: Facts): LetterText | null => {
  const company = plainName(facts.company);
  const about = `${plainName(facts.title)} (${plainName(facts.document)})`;
  const items = counted(facts.lines.length, 'item', 'itens');
  switch (kind) {
    case 'QUOTE_REQUEST':
      return asking(
        facts,
        `${company} pede o seu preço: ${plainName(facts.title)}`,
        `${company} pede o seu preço para ${about}, com ${items}.`,
      );
    case 'QUOTE_REMINDER':
      return asking(
        facts,
        `Lembrete de ${company}: ${plainName(facts.title)}`,
        `${company} ainda espera o seu preço para ${about}, com ${items}.`,
      );
    case 'QUOTE_DEADLINE':
      return asking(
        facts,
        `Novo prazo de ${company}: ${plainName(facts.title)}`,
        `${company} mudou o prazo da cotação ${about}.`,
      );
    case 'QUOTE_COPY':
      return facts.answer === null ? null : copyOf(facts, facts.answer);
  }
};

/**
 * Makes a mail to a supplier, with a link of his own that nobody else ever reads; or tells why it is needless. Nothing of
 * other suppliers, and no reference price, is read for it.
 */
export const composeQuoteMail = async (
  trx: Trx,
  mail: QueuedQuoteMail,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<Letter | string> => {
  const facts = await readQuoteMail(trx, mail, now);
  const needless = needlessReason(mail.kind, facts);
  const text = textOf(mail.kind, facts);
  if (needless !== null || text === null || facts.address === null) return needless ?? 'nothing to tell';
  const path = text.button === undefined ? '' : await makeLink(trx, mail.account_id, mail.quote_supplier_id, now);
  const to = { name: plainName(facts.supplier), address: facts.address };
  return { ...letterText(text, `${publicUrl}${path}`), id: mail.id, kind: mail.kind, to };
};
