import { errorText } from '#web/client/errors.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useEffect, useState } from 'react';
import { readInvoice } from './invoiceApi.ts';
import type { ReadNota } from './model.ts';

interface Known {
  of: File | null;
  nota: ReadNota | null;
  failure: string | null;
}
const NOTHING: Known = { of: null, nota: null, failure: null };

/** Reads an NF-e for an order, as long as it is the chosen one. */
export const useNota = (file: File | null, orderId: string) => {
  const { companyId } = usePlace();
  const [known, setKnown] = useState<Known>(NOTHING);
  useEffect(() => {
    if (!file) return undefined;
    let left = false;
    readInvoice(companyId, file, orderId).then(
      (proposal) => left || setKnown({ of: file, nota: { file, proposal }, failure: null }),
      (error: unknown) => left || setKnown({ of: file, nota: null, failure: errorText(error) }),
    );
    return () => {
      left = true;
    };
  }, [companyId, file, orderId]);
  const { nota, failure } = known.of === file ? known : NOTHING;
  return { nota, failure, reading: file !== null && nota === null && failure === null };
};
