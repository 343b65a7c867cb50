import { isZero, sum, type Money } from '#domain/money.ts';
import { counted, formatMoney } from '#domain/numberFormat.ts';
import { arithmeticOf, itemsTotal, totalIdentity } from '#domain/purchase/invoices/figures.ts';
import type { OrderInstallment } from '#domain/purchase/orders/terms.ts';
import { formatTaxId, taxIdKind } from '#domain/taxId.ts';
import type { InvoiceCheck } from '#schema/purchase/invoices/invoices.rest.ts';
import { MAX_ORDER_INSTALLMENTS } from '#schema/purchase/orders/orders.rest.ts';
import type { Nfe } from '../../platform/nfe/types.ts';
import { rootOf, type InvoiceFacts, type InvoicePartner } from './facts.ts';

/** A sentence that ends with a name, which may end with a point: "… S.A." */
const ended = (sentence: string): string => (sentence.endsWith('.') ? sentence : `${sentence}.`);

type Checked = Pick<InvoiceCheck, 'ok' | 'text'>;

const reais = (value: Money): string => `R$ ${formatMoney(value)}`;
const identified = (taxId: string): string => `${taxIdKind(taxId) ?? 'CNPJ'} ${formatTaxId(taxId)}`;

const receiverCheck = ({ receiver }: Nfe, { companyTaxId }: InvoiceFacts): Checked => {
  if (receiver.taxId === null) return { ok: false, text: 'A nota é para o exterior, não para esta empresa.' };
  if (companyTaxId === null)
    return { ok: false, text: 'Esta empresa não tem CNPJ no cadastro. Informe-o para receber notas.' };
  const ok = receiver.taxId === companyTaxId;
  return { ok, text: `A nota é para o ${identified(receiver.taxId)}, que ${ok ? 'é' : 'não é'} desta empresa.` };
};

const keyCheck = ({ seen, spent }: InvoiceFacts): Checked => {
  if (spent) return { ok: false, text: 'Esta nota já foi lançada como despesa.' };
  if (!seen) return { ok: true, text: 'Esta nota ainda não foi recebida.' };
  const where = seen.document === null ? 'em outro pedido' : `no pedido ${seen.document}`;
  return { ok: false, text: `Esta nota já foi recebida ${where}.` };
};

const totalCheck = ({ items, totals }: Nfe): Checked => {
  const [found, said] = [itemsTotal(items), sum([totals.products, totals.services])];
  if (found !== said)
    return { ok: false, text: `Os itens somam ${reais(found)}, e a nota diz ${reais(said)} de produtos.` };
  const { computed, deducts, holds } = totalIdentity(totals);
  const text = `${arithmeticOf(totals)}${deducts ? ` − ICMS desonerado ${formatMoney(totals.waived)}` : ''} = ${formatMoney(computed)}`;
  if (holds) return { ok: true, text: `A conta da nota fecha: ${text}.` };
  return { ok: false, text: `A conta da nota não fecha: ${text}, e o valor dela é ${reais(totals.total)}.` };
};

/** The installments that the nota agrees; none where it has no dated ones, or they do not sum to its value. */
export const agreedInstallments = ({ installments, totals }: Nfe): OrderInstallment[] => {
  const due = installments.filter(({ value }) => !isZero(value));
  const dated = due.flatMap(({ dueDate, value }) => (dueDate === null ? [] : [{ dueDate, grossValue: value }]));
  const fits = dated.length === due.length && dated.length <= MAX_ORDER_INSTALLMENTS;
  return fits && sum(dated.map(({ grossValue }) => grossValue)) === totals.total ? dated : [];
};

const OWN_TERMS = 'valem as condições do pedido';

const installmentsCheck = (nfe: Nfe): Checked => {
  const due = nfe.installments.filter(({ value }) => !isZero(value));
  if (due.length === 0) return { ok: true, text: `A nota não traz duplicatas: ${OWN_TERMS}.` };
  if (agreedInstallments(nfe).length > 0)
    return { ok: true, text: `${counted(due.length, 'duplicata soma', 'duplicatas somam')} o valor da nota.` };
  const total = sum(due.map(({ value }) => value));
  const what =
    total === nfe.totals.total
      ? 'As duplicatas da nota não têm todas um vencimento'
      : `As duplicatas somam ${reais(total)}, e a nota ${reais(nfe.totals.total)}`;
  return { ok: false, text: `${what}: ${OWN_TERMS}.` };
};

/** Whether the issuer is the supplier of an order; another establishment of it is received, and named. */
const supplierCheck = ({ issuer }: Nfe, supplier: InvoicePartner): Checked & { blocks: boolean } => {
  const own = identified(issuer.taxId);
  if (supplier.taxId === issuer.taxId)
    return { ok: true, blocks: true, text: ended(`A nota é do fornecedor do pedido, ${supplier.name}`) };
  if (supplier.taxId === null)
    return {
      ...{ ok: false, blocks: true },
      text: `O fornecedor do pedido, ${supplier.name}, não tem CNPJ ou CPF no cadastro. Informe-o para receber a nota do ${own}.`,
    };
  const known = identified(supplier.taxId);
  const root = rootOf(issuer.taxId);
  if (root !== null && root === rootOf(supplier.taxId))
    return {
      ok: false,
      blocks: false,
      text: `A nota é do ${own}, outro estabelecimento de ${supplier.name} (${known}).`,
    };
  return {
    ok: false,
    blocks: true,
    text: `A nota é do ${own}, e o fornecedor do pedido é ${supplier.name} (${known}).`,
  };
};

const knownCheck = ({ issuer }: Nfe, [partner]: readonly InvoicePartner[]): Checked & { blocks: boolean } =>
  partner
    ? { ok: true, blocks: true, text: ended(`A nota é de ${partner.name}`) }
    : { ok: false, blocks: true, text: `O ${identified(issuer.taxId)} não está entre os fornecedores.` };

/** What a nota is checked for, with the order that it is received in, if any. */
export const invoiceChecks = (nfe: Nfe, facts: InvoiceFacts, supplier: InvoicePartner | null): InvoiceCheck[] => [
  { code: 'RECEIVER', blocks: true, ...receiverCheck(nfe, facts) },
  { code: 'KEY', blocks: true, ...keyCheck(facts) },
  { code: 'SUPPLIER', ...(supplier ? supplierCheck(nfe, supplier) : knownCheck(nfe, facts.partners)) },
  { code: 'TOTAL', blocks: true, ...totalCheck(nfe) },
  { code: 'INSTALLMENTS', blocks: false, ...installmentsCheck(nfe) },
];
