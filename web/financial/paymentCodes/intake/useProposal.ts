import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { notifyError, notifyFailure, notifyUndo } from '#web/client/notify.ts';
import { uploadFile } from '#web/client/files.ts';
import {
  ReadPaymentCodeDocument,
  useSetInstallmentPaymentCodeMutation,
  type ReadPaymentCodeQuery,
} from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

type Reading = NonNullable<ReadPaymentCodeQuery['reading']>;
export type Fitting = Reading['installments'][number];
export type Used = Reading['usedBy'][number];

/** A code, with what it came in, whose place the user decides. */
export interface Asked {
  code: PaymentCode;
  files: readonly File[];
  reading: Reading;
}

/** "2/3 de Clima Norte" */
export const placeOf = (one: Fitting | Used): string => {
  const name = one.partnerName ?? one.documentNumber ?? 'uma despesa';
  return `${one.number}/${one.installmentCount} de ${name}`;
};

type Begin = (codes: readonly PaymentCode[], files: readonly File[]) => void;

/** Asks the service where a code belongs, and the user where that is not clear. */
export const useProposal = (begin: Begin) => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [set, setting] = useSetInstallmentPaymentCodeMutation();

  const propose = async (code: PaymentCode, files: readonly File[]): Promise<void> => {
    const variables = { companyId, text: code.code };
    const answer = await client
      .query({ query: ReadPaymentCodeDocument, variables, fetchPolicy: 'network-only', context: { quiet: true } })
      // What the code says is known without the service, which is asked again before it is stored.
      .catch(() => null);
    const reading = answer?.data?.reading;
    const known = reading && (reading.usedBy.length > 0 || reading.usedElsewhere || reading.installments.length > 0);
    if (reading && known) setAsked({ code, files, reading });
    else begin([code], files);
  };
  const open = (transactionId: string) => {
    const search = new URLSearchParams(window.location.search);
    search.set('id', transactionId);
    setAsked(null);
    void navigate({ search: search.toString() });
  };
  const change = async (installmentId: string, version: number, paymentCode: string | null) => {
    const { data } = await set({ variables: { companyId, installmentId, version, paymentCode } });
    return data?.changed;
  };
  const attachFiles = async (transactionId: string, files: readonly File[]): Promise<void> => {
    const path = `/api/v1/financial/company/${companyId}/debit/${transactionId}/attachments`;
    for (const file of files) {
      await uploadFile({ path, part: 'file', file }).catch((error: unknown) =>
        notifyError(`Anexo não enviado: ${file.name}`, error instanceof Error ? error.message : undefined),
      );
    }
    client.cache.evict({
      id: client.cache.identify({ __typename: 'Transaction', id: transactionId }),
      fieldName: 'attachments',
    });
  };
  const attach = async (one: Fitting): Promise<void> => {
    if (!asked) return;
    const { code, files } = asked;
    try {
      const changed = await change(one.installmentId, one.version, code.code);
      if (!changed) return;
      setAsked(null);
      const undo = () =>
        void change(one.installmentId, changed.transaction.version, null).catch((error: unknown) =>
          notifyFailure(error),
        );
      notifyUndo(`Código na parcela ${placeOf(one)}`, undo, changed.message ?? undefined);
      if (files.length > 0) await attachFiles(one.transactionId, files);
    } catch (error) {
      notifyFailure(error);
    }
  };
  const answers = {
    busy: setting.loading,
    onAttach: (one: Fitting) => void attach(one),
    onOpen: open,
    onNew: () => {
      if (asked) begin([asked.code], asked.files);
      setAsked(null);
    },
    onClose: () => setAsked(null),
  };
  return { asked, propose, answers };
};
