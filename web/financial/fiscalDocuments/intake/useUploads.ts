import { errorText } from '#web/client/errors.ts';
import { newKey } from '#web/client/idempotency.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { sendXml, type SentFiscalFile } from '../api.ts';

/** A file that was sent, and what became of it. */
export interface Sent {
  key: string;
  name: string;
  /** Null while it is sent. */
  answer: SentFiscalFile | { refusal: string } | null;
}

/** Whether it became a draft, of this company or of another one. */
export const isKept = ({ answer }: Sent): boolean =>
  answer !== null && 'outcome' in answer && answer.outcome === 'DRAFT';

/** Files that are sent at once. */
const AT_ONCE = 4;

const MOST_FILES = 200;

const TOO_MANY = `Envie até ${MOST_FILES} arquivos por vez.`;

/** Sends files one for one, a few at once, so that a bad one never spoils the others; tells the whole batch when it is over. */
export const useUploads = (companyId: string, onDone: (sent: readonly Sent[]) => void) => {
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });

  const send = useCallback(
    async (files: readonly File[]): Promise<void> => {
      const batch = files.map((file, index) => ({ key: newKey(), file, over: index >= MOST_FILES }));
      const results = new Map<string, Sent>();
      setSent((all) => [...all, ...batch.map(({ key, file }) => ({ key, name: file.name, answer: null }))]);
      const queue = [...batch];
      const work = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const { key, file, over } = next;
          const answer = over
            ? { refusal: TOO_MANY }
            : await sendXml(companyId, file).catch((error: unknown) => ({ refusal: errorText(error) }));
          const one = { key, name: file.name, answer };
          results.set(key, one);
          setSent((all) => all.map((before) => (before.key === key ? one : before)));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      done.current(batch.flatMap(({ key }) => results.get(key) ?? []));
    },
    [companyId],
  );
  return { sent, send, clear: () => setSent((all) => all.filter(({ answer }) => answer === null)) };
};
