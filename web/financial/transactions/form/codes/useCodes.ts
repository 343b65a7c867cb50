import { readFiscalKey, type FiscalKeyFacts } from '#domain/financial/fiscalDocuments/keys.ts';
import type { PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { nounOf, readHere } from '#web/financial/paymentCodes/reading.ts';
import { scanFiles } from '#web/financial/paymentCodes/intake/scan.ts';
import { useFiscalKey } from '#web/financial/paymentCodes/intake/useFiscalKey.ts';
import { useIntake } from '#web/financial/paymentCodes/intake/useIntake.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import type { TransactionFormState } from '../model.ts';
import { placeAll, setCode } from './codeEdits.ts';
import { fillByKey } from './keyEdits.ts';

const NOTHING_READ = 'Nada foi lido do arquivo: ele fica como anexo.';

const list = (numbers: readonly number[]): string =>
  numbers.length === 1
    ? `na parcela ${numbers.join()}`
    : `nas parcelas ${numbers.slice(0, -1).join(', ')} e ${numbers.at(-1) ?? ''}`;

/** What was done with codes, in a sentence. */
const toldOf = (codes: readonly PaymentCode[], placed: readonly number[], known: readonly number[]): string => {
  const [first] = codes;
  const noun = codes.length === 1 && first ? nounOf(first) : `${codes.length} códigos`;
  const parts = [
    placed.length > 0 ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${list(placed)}` : null,
    known.length > 0 ? `Já está ${list(known)}` : null,
  ];
  return parts.filter((one) => one !== null).join('. ');
};

interface CodesOptions {
  state: TransactionFormState;
  /** An expense that the user may change. */
  enabled: boolean;
  /** Keeps a file as an attachment. */
  attach: (files: readonly File[]) => void;
}

/** Codes of the form's installments, and access keys of notas: pasted anywhere in it, typed into its field, or read from a dropped PDF. */
export const useCodes = ({ state, enabled, attach }: CodesOptions) => {
  const { companyId } = usePlace();
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  });
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const [reading, setReading] = useState(false);
  const [asked, setAsked] = useState<readonly PaymentCode[]>([]);

  const place = (codes: readonly PaymentCode[], asks = true) => {
    const { form, edit } = latest.current;
    const placement = placeAll(form, codes);
    edit(placement.edit);
    setProblem(null);
    setText('');
    setTold(toldOf(codes, placement.placed, placement.known));
    if (asks) setAsked(placement.asked);
  };
  const look = useFiscalKey();
  const takeKey = async (facts: FiscalKeyFacts) => {
    const keyed = await look(facts);
    if (!keyed) return;
    latest.current.edit(fillByKey(keyed));
    setText('');
    setTold(keyed.sentence);
  };
  const take = (pasted: string) => {
    const key = readFiscalKey(pasted);
    if (key?.ok) return void takeKey(key.code);
    const read = readHere(pasted);
    setTold('');
    if (read.ok) return place([read.code]);
    setText(pasted);
    return setProblem(key ? key.message : read.message);
  };
  const read = async (files: readonly File[], quiet = false) => {
    setReading(!quiet);
    const codes = await scanFiles(companyId, files, quiet);
    setReading(false);
    if (codes.length > 0) place(codes, !quiet);
    else if (!quiet) setTold(NOTHING_READ);
  };
  const takeFiles = (files: readonly File[]) => {
    attach(files);
    void read(files);
  };
  useIntake({ text: take, scans: takeFiles }, enabled);
  const [first, ...others] = asked;
  return {
    field: {
      text,
      problem,
      told: reading ? 'Lendo o arquivo…' : told,
      onType: (typed: string) => {
        setText(typed);
        setProblem(null);
      },
      onTake: take,
      onFiles: takeFiles,
    },
    /** Reads what is attached elsewhere in the form, too, and says nothing where nothing is found. */
    read: (files: readonly File[]) => void read(files, true),
    /** A code whose installment the user chooses. */
    question: first && {
      code: first,
      onChoose: (key: string) => {
        latest.current.edit(setCode(key, first.code));
        setAsked(others);
      },
      onClose: () => setAsked(others),
    },
  };
};
