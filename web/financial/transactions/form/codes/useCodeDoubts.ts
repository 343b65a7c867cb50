import { differencesOf } from '#domain/financial/paymentCodes/check.ts';
import { readHere } from '#web/financial/paymentCodes/reading.ts';
import { ReadPaymentCodeDocument, type ReadPaymentCodeQuery } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import type { FormInstallment, TransactionFormState } from '../model.ts';

type Use = Pick<NonNullable<ReadPaymentCodeQuery['reading']>, 'usedBy' | 'usedElsewhere'>;

export interface CodeDoubt {
  key: string;
  message: string;
  /** The transaction that has the code already, where the user may see it. */
  transactionId?: string;
}

/** Installments whose code was set here. */
const changedOf = ({ form, saved }: Pick<TransactionFormState, 'form' | 'saved'>): FormInstallment[] => {
  const before = new Map(saved.installments.map(({ key, paymentCode }) => [key, paymentCode ?? null]));
  return form.installments.filter(
    (one) => one.forecast && one.paymentCode != null && before.get(one.key) !== one.paymentCode,
  );
};

const differing = (one: FormInstallment, number: number): CodeDoubt[] => {
  const read = readHere(one.paymentCode ?? '');
  if (!read.ok || one.dueDate === '') return [];
  return differencesOf(read.code, one).map(({ what, message }) => ({
    key: `${one.key} ${what}`,
    message: `Parcela ${number}: ${message}`,
  }));
};

const used = (one: FormInstallment, number: number, use: Use | undefined): CodeDoubt[] => {
  const others = (use?.usedBy ?? []).filter(({ installmentId }) => installmentId !== one.id);
  const [first] = others;
  if (first) {
    const name = first.partnerName ?? first.documentNumber ?? 'outra despesa';
    const message = `O código da parcela ${number} já está na parcela ${first.number}/${first.installmentCount} de ${name}.`;
    return [{ key: `${one.key} used`, message, transactionId: first.transactionId }];
  }
  if (!use?.usedElsewhere) return [];
  return [{ key: `${one.key} used`, message: `O código da parcela ${number} já está numa parcela de outra obra.` }];
};

/** What a user confirms before codes are saved: they differ from their installment, or another one has them. */
export const useCodeDoubts = (state: TransactionFormState): CodeDoubt[] => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const asked = useRef(new Set<string>());
  const [uses, setUses] = useState<ReadonlyMap<string, Use>>(new Map());
  const changed = changedOf(state);
  const codes = changed.map(({ paymentCode }) => paymentCode ?? '').join('\n');
  useEffect(() => {
    for (const text of codes.split('\n').filter((one) => one !== '' && !asked.current.has(one))) {
      asked.current.add(text);
      client
        .query({
          query: ReadPaymentCodeDocument,
          variables: { companyId, text },
          fetchPolicy: 'network-only',
          context: { quiet: true },
        })
        .then(({ data }) => {
          const use = data?.reading;
          if (use) setUses((before) => new Map(before).set(text, use));
        })
        // Saving does not depend on it.
        .catch(() => asked.current.delete(text));
    }
  }, [client, codes, companyId]);
  return changed.flatMap((one) => {
    const number = 1 + state.form.installments.findIndex(({ key }) => key === one.key);
    return [...differing(one, number), ...used(one, number, uses.get(one.paymentCode ?? ''))];
  });
};
