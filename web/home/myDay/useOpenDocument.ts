import type { TransactionType } from '#domain/transactions.ts';
import { useSearchParams } from 'react-router-dom';

interface OpenDocument {
  type: TransactionType;
  id: string;
}

const isId = (text: string | null): text is string => /^[1-9]\d{0,14}$/.test(text ?? '');

/** Returns the document that the address opens above the day (`?type=DEBIT&id=17`). */
export const useOpenDocument = () => {
  const [params, setParams] = useSearchParams();
  const [type, id] = [params.get('type'), params.get('id')];
  const isType = type === 'DEBIT' || type === 'CREDIT';
  const opened: OpenDocument | null = isType && isId(id) ? { type, id } : null;
  return { opened, closeDocument: () => setParams({}) };
};
