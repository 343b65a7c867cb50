import { readFiscalKey, type FiscalKeyFacts } from '#domain/financial/fiscalDocuments/keys.ts';
import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { counted } from '#domain/numberFormat.ts';
import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readHere } from '../reading.ts';
import styles from './CodeIntake.module.css';
import { newExpenseState } from './newExpense.ts';
import { useFiscalKey, type KeyedExpense } from './useFiscalKey.ts';
import { ProposalDialog } from './ProposalDialog.tsx';
import { scanFiles } from './scan.ts';
import { useIntake } from './useIntake.ts';
import { useProposal } from './useProposal.ts';

/**
 * Takes codes that are pasted, and PDFs and photos that are dropped, anywhere on a screen of expenses: a code is proposed
 * for the installment that it fits, or begins a new expense. The access key of a nota opens what has it, or begins one, too.
 */
export const CodeIntake = () => {
  const { companyId } = usePlace();
  const navigate = useNavigate();
  const [reading, setReading] = useState(0);
  const begin = useCallback(
    (codes: readonly PaymentCode[], files: readonly File[], keyed: KeyedExpense | null = null) => {
      const search = new URLSearchParams(window.location.search);
      search.set('id', 'new');
      const texts = codes.map(({ code }) => code);
      void navigate({ search: search.toString() }, newExpenseState(texts, files, keyed));
    },
    [navigate],
  );
  const proposal = useProposal(begin);
  const look = useFiscalKey();
  const takeKey = async (facts: FiscalKeyFacts) => {
    const keyed = await look(facts);
    if (!keyed) return;
    begin([], [], keyed);
    notifySuccess(keyed.sentence);
  };
  const takeText = (text: string) => {
    const key = readFiscalKey(text);
    if (key?.ok) return void takeKey(key.code);
    if (key) return notifyError(key.message);
    const read = readHere(text);
    if (read.ok) void proposal.propose(read.code, []);
    else notifyError(read.message);
  };
  const takeFiles = async (files: readonly File[]) => {
    setReading(files.length);
    const codes = await scanFiles(companyId, files);
    setReading(0);
    const [only, ...others] = codes;
    if (only && others.length === 0) await proposal.propose(only, files);
    else begin(codes, files);
  };
  useIntake({ text: takeText, scans: (files) => void takeFiles(files) });
  return (
    <>
      {reading > 0 && (
        <div className={styles.reading} role="status">
          Lendo {counted(reading, 'arquivo')}…
        </div>
      )}
      {proposal.asked && <ProposalDialog asked={proposal.asked} {...proposal.answers} />}
    </>
  );
};
