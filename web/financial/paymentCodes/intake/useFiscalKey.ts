import { documentNumberOf, type FiscalKeyFacts } from '#domain/financial/fiscalDocuments/keys.ts';
import { formatTaxId } from '#domain/taxId.ts';
import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { FiscalKeyDocument } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';

/** What an access key says of an expense, before its XML is there. */
export interface KeyedExpense {
  documentNumber: string;
  /** "2026-11" */
  month: string;
  partner: { id: string; label: string } | null;
  /** What the key says, and what to do next. */
  sentence: string;
}

const capital = (kind: FiscalKeyFacts['kind']): string => (kind === 'NFE' ? 'NF-e' : 'NFS-e');

/** "NF-e 5.187, série 1, de Clima Norte, emitida em 11/2026. Solte o XML para preencher o resto." */
const sentenceOf = (facts: FiscalKeyFacts, issuer: string): string => {
  const { kind, number, series, month } = facts;
  const named = `${capital(kind)} ${documentNumberOf({ kind, number }).replace(/^\S+ /, '')}`;
  const [year, ofYear] = month.split('-');
  const serial = series === null ? '' : `, série ${series}`;
  return `${named}${serial}, de ${issuer}, emitida em ${ofYear}/${year}. Solte o XML dela para preencher o resto.`;
};

/** Finds what an access key is of: opens its expense or its draft, or says what a new expense begins with. */
export const useFiscalKey = () => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const navigate = useNavigate();
  const open = (values: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams(window.location.search);
    for (const key of ['id', 'notas']) search.delete(key);
    for (const [key, value] of Object.entries(values)) search.set(key, value);
    void navigate({ search: search.toString() });
  };
  /** Null where the nota is known: what it is in is open, or told. */
  return async (facts: FiscalKeyFacts): Promise<KeyedExpense | null> => {
    const { accessKey, number, kind, month, issuerTaxId } = facts;
    const answer = await client
      .query({
        query: FiscalKeyDocument,
        variables: { companyId, accessKey },
        fetchPolicy: 'network-only',
        context: { quiet: true },
      })
      // What the key says is known without the service, which refuses a repeated nota when its XML comes.
      .catch(() => null);
    const reading = answer?.data?.reading;
    const { transaction, draft, text } = reading ?? {};
    if (text != null) {
      const mine = transaction?.companyId === companyId || (transaction == null && draft?.companyId === companyId);
      (mine ? notifySuccess : notifyError)(text);
      if (transaction?.companyId === companyId) open({ id: transaction.id });
      else if (transaction == null && draft?.companyId === companyId) open({ notas: draft.documentId });
      return null;
    }
    const partner = reading?.partner?.active === true ? reading.partner : null;
    return {
      ...{ documentNumber: documentNumberOf({ kind, number }), month },
      partner: partner && { id: partner.id, label: partner.name },
      sentence: sentenceOf(facts, partner?.name ?? formatTaxId(issuerTaxId)),
    };
  };
};
