import { sql } from 'kysely';
import { formatCurrency } from '#domain/numberFormat.ts';
import type { Money } from '#domain/money.ts';
import { letterText } from '../../../platform/letterText.ts';
import type { Letter } from '../../../platform/mail.ts';
import { plainName } from '../../../platform/plainName.ts';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { orderPath } from './path.ts';

/** Kind of the mail to who may approve an order. */
export type ApprovalMailKind = 'ORDER_APPROVAL';

/** Queues a mail to users about an order that waits; one that waits to be sent already is not queued again. */
export const queueApprovalMails = async (
  trx: Trx,
  { accountId, orderId, userIds }: { accountId: number; orderId: number; userIds: readonly number[] },
  now: Date,
): Promise<void> => {
  await sql`
    insert into outgoing_mail (account_id, user_id, about_order_id, kind, created_at, next_attempt_at)
    select ${accountId}::bigint, u.id, ${orderId}::bigint, 'ORDER_APPROVAL', ${now}::timestamptz, ${now}::timestamptz
      from unnest(${[...userIds]}::bigint[]) as u (id)
     where not exists (select from outgoing_mail m
       where m.account_id = ${accountId} and m.user_id = u.id and m.kind = 'ORDER_APPROVAL'
         and m.about_order_id = ${orderId} and m.sent_at is null and m.failed_at is null)`.execute(trx);
};

interface Facts {
  login: string;
  name: string;
  companyId: number;
  company: string;
  orderId: number;
  document: string;
  supplier: string;
  building: string;
  buyer: string;
  value: Money;
  /** The order waits, and the recipient may decide. */
  asked: boolean;
}

const readFacts = async (
  trx: Trx,
  { id, account_id }: { id: number; account_id: number },
): Promise<Facts | undefined> => {
  const { rows } = await sql<Facts>`
    select u.login, u.name, o.company_id as "companyId", c.name as company, o.id as "orderId", o.document,
           p.name as supplier, b.name as building, r.name as buyer, a.value,
           a.status = 'WAITING' and u.password_hash is not null
             and u.id in (select order_approvers(o.account_id, o.id, a.value)) as asked
      from outgoing_mail m
      join users u on u.account_id = m.account_id and u.id = m.user_id
      join orders o on o.account_id = m.account_id and o.id = m.about_order_id
      join companies c on c.account_id = o.account_id and c.id = o.company_id
      join partners p on p.account_id = o.account_id and p.id = o.partner_id
      join buildings b on b.account_id = o.account_id and b.id = o.building_id
      join order_approvals a on a.account_id = o.account_id and a.order_id = o.id
      join users r on r.account_id = a.account_id and r.id = a.requested_by
     where m.account_id = ${account_id} and m.id = ${id}`.execute(trx);
  return rows[0];
};

/** Makes the mail to who may approve an order, as it is now; or tells why it is needless. */
export const composeApprovalMail = async (
  trx: Trx,
  mail: { id: number; account_id: number },
  publicUrl: string,
): Promise<Letter | string> => {
  const facts = await readFacts(trx, mail);
  if (!facts?.asked) return 'order waits for this user no more';
  const value = formatCurrency(facts.value);
  const document = plainName(facts.document);
  const text = letterText(
    {
      subject: `Pedido ${document} de ${value} aguarda a sua aprovação`,
      lines: [
        `Olá, ${plainName(facts.name)}.`,
        `Um pedido de ${plainName(facts.company)} passa do limite de quem compra e aguarda a sua aprovação.`,
        [
          `Pedido: ${document}`,
          `Valor: ${value}`,
          `Fornecedor: ${plainName(facts.supplier)}`,
          `Obra: ${plainName(facts.building)}`,
          `Comprador: ${plainName(facts.buyer)}`,
        ].join('\n'),
      ],
      button: 'Ver pedido',
      foot: 'Até ser aprovado, o pedido não é enviado nem recebido. Para abrir, entre com o seu login. Se outra pessoa já decidiu, não precisa fazer nada.',
    },
    `${publicUrl}${orderPath({ companyId: facts.companyId, id: facts.orderId })}`,
  );
  return { ...text, id: mail.id, kind: 'ORDER_APPROVAL', to: { name: plainName(facts.name), address: facts.login } };
};
