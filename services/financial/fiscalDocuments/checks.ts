import { formatDate } from '#domain/dates.ts';
import { sum, type Money } from '#domain/money.ts';
import { counted, formatMoney } from '#domain/numberFormat.ts';
import type { FiscalCheck } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import type { ProposedInstallments } from '#domain/financial/fiscalDocuments/installments.ts';
import type { Nota } from './nota.ts';
import { NOWHERE, seenText, type KnownKey } from './seen.ts';

type Checked = Pick<FiscalCheck, 'ok' | 'text'>;

const receiverCheck = ({ receiver }: Nota, company: { name: string; taxId: string | null }): Checked =>
  receiver.taxId === company.taxId
    ? { ok: true, text: `Destinatário é ${company.name}` }
    : { ok: false, text: `O CNPJ de ${company.name} mudou no cadastro: a nota é para outro` };

const totalCheck = ({ contradiction, value, items }: Nota): Checked => {
  if (contradiction !== null) return { ok: false, text: contradiction };
  return {
    ok: true,
    text: `${items.length === 1 ? 'Item soma' : 'Itens somam'} ${formatMoney(value)}, como o total da nota`,
  };
};

const TERMS: Readonly<Record<ProposedInstallments['origin'], string>> = {
  INVOICE: '',
  SUPPLIER: 'valem as condições do último lançamento dele',
  ONE: 'fica uma parcela',
};

const installmentsCheck = (nota: Nota, origin: ProposedInstallments['origin']): Checked => {
  const { duplicatas, withheld, value, net } = nota;
  const due: Money = sum(duplicatas.map((one) => one.value));
  const kept: Money = sum(withheld.map((one) => one.value));
  const taxes = withheld.length > 0 ? ` + retenções ${formatMoney(kept)}` : '';
  if (duplicatas.length === 0) {
    const what = taxes === '' ? 'A nota não traz duplicatas' : `Líquido ${formatMoney(net)}${taxes} = total`;
    return { ok: true, text: `${what}: ${TERMS[origin]}` };
  }
  if (origin === 'INVOICE')
    return {
      ok: true,
      text: `${duplicatas.length === 1 ? 'Duplicata' : 'Duplicatas'} ${formatMoney(due)}${taxes} = total`,
    };
  const what =
    due === net
      ? 'As duplicatas da nota não têm todas um vencimento'
      : `${counted(duplicatas.length, 'duplicata soma', 'duplicatas somam')} ${formatMoney(due)}${taxes}, e a nota é de ${formatMoney(value)}`;
  return { ok: false, text: `${what}: ${TERMS[origin]}` };
};

/** What a nota is checked for, as sentences (mock 11, rule 2). */
export const checksOf = (
  nota: Nota,
  company: { name: string; taxId: string | null },
  known: KnownKey,
  origin: ProposedInstallments['origin'],
): FiscalCheck[] => {
  const seen = seenText(known);
  const { transaction, order, canceledOn } = known;
  return [
    { code: 'RECEIVER', blocks: true, ...receiverCheck(nota, company), ...NOWHERE },
    seen === null
      ? { code: 'KEY', blocks: true, ok: true, text: 'Chave nova: nenhuma outra despesa tem esta nota', ...NOWHERE }
      : { code: 'KEY', blocks: true, ok: false, text: seen, transaction, order },
    ...(canceledOn === null
      ? []
      : [
          {
            ...{ code: 'CANCELLATION' as const, blocks: true, ok: false, ...NOWHERE },
            text: `Esta nota foi cancelada em ${formatDate(canceledOn)}`,
          },
        ]),
    { code: 'TOTAL', blocks: false, ...totalCheck(nota), ...NOWHERE },
    { code: 'INSTALLMENTS', blocks: false, ...installmentsCheck(nota, origin), ...NOWHERE },
    ...(nota.unpaid
      ? [
          {
            ...{ code: 'PAYMENT' as const, blocks: false, ok: false, ...NOWHERE },
            text: 'A nota diz que não há pagamento: é remessa ou bonificação, talvez',
          },
        ]
      : []),
  ];
};
