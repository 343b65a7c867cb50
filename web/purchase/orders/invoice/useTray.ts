import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { newKey } from '#web/client/idempotency.ts';
import { notifyError } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useCallback, useRef, useState } from 'react';
import { readInvoice, type InvoiceProposal } from './invoiceApi.ts';
import { blockedBy } from './model.ts';

/** Files that are read one after the other at once. */
const MOST_FILES = 100;

/** A file that was chosen on the list, and what became of it. */
export interface TrayEntry {
  key: string;
  file: File;
  /** Null: it waits to be read, or is read now. */
  answer: { proposal: InvoiceProposal } | { failure: string } | null;
  received: boolean;
}

export type Standing = 'waiting' | 'received' | 'refused' | 'attention' | 'ready';

/** Why a nota asks for somebody; empty where it can be received as it is proposed. */
const attentionOf = ({ order }: InvoiceProposal): string[] => {
  if (!order) return ['Nenhum pedido em aberto deste fornecedor.'];
  const unplaced = order.items.filter(({ line }) => line === null).length;
  const unmeasured = order.items.filter(({ line, factor }) => line !== null && factor === null).length;
  const asking = order.lines.flatMap(({ differences }) =>
    differences.filter(({ needsReason, code }) => needsReason || code === 'OVER_QUANTITY').map(({ text }) => text),
  );
  return [
    ...(unplaced > 0 ? [`${counted(unplaced, 'item', 'itens')} sem correspondência no pedido.`] : []),
    ...(unmeasured > 0 ? [`${counted(unmeasured, 'item', 'itens')} em outra unidade.`] : []),
    ...asking,
  ];
};

/** How a file stands, and why. */
export const standingOf = ({ answer, received }: TrayEntry): { standing: Standing; reasons: string[] } => {
  if (received) return { standing: 'received', reasons: [] };
  if (answer === null) return { standing: 'waiting', reasons: [] };
  if ('failure' in answer) return { standing: 'refused', reasons: [answer.failure] };
  const blocked = blockedBy(answer.proposal);
  if (blocked !== undefined) return { standing: 'refused', reasons: [blocked] };
  const reasons = attentionOf(answer.proposal);
  return { standing: reasons.length > 0 ? 'attention' : 'ready', reasons };
};

/**
 * NF-e that were chosen on the list: each is read for itself, one call at a time, so that a bad file never spoils the others.
 * They stay until they are taken out, or the page is left.
 */
export const useTray = () => {
  const { companyId } = usePlace();
  const [entries, setEntries] = useState<readonly TrayEntry[]>([]);
  const [open, setOpen] = useState(false);
  const queue = useRef<{ key: string; file: File; orderId?: string }[]>([]);
  const running = useRef(false);

  const change = useCallback(
    (key: string, fields: Partial<TrayEntry>) =>
      setEntries((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one))),
    [],
  );
  const run = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { key, file, orderId } = next;
      const answer = await readInvoice(companyId, file, orderId).then(
        (proposal) => ({ proposal }),
        (error: unknown) => ({ failure: errorText(error) }),
      );
      change(key, { answer });
    }
    running.current = false;
  }, [change, companyId]);

  const read = (files: readonly { key: string; file: File; orderId?: string }[]) => {
    queue.current.push(...files);
    void run();
  };
  const orderOf = ({ answer }: TrayEntry): string | undefined =>
    answer && 'proposal' in answer && answer.proposal.order ? String(answer.proposal.order.id) : undefined;

  return {
    entries,
    open,
    show: setOpen,
    add: (files: readonly File[]): void => {
      const room = MOST_FILES - entries.length;
      if (files.length > room) notifyError(`Confira até ${MOST_FILES} notas por vez.`);
      const added = files.slice(0, Math.max(0, room)).map((file) => ({ key: newKey(), file }));
      setEntries((all) => [...all, ...added.map((one) => ({ ...one, answer: null, received: false }))]);
      setOpen(true);
      read(added);
    },
    /** Proposes what would be received of another order. */
    choose: ({ key, file }: TrayEntry, orderId: string): void => {
      change(key, { answer: null });
      read([{ key, file, orderId }]);
    },
    orderOf,
    remove: ({ key }: TrayEntry): void => setEntries((all) => all.filter((one) => one.key !== key)),
    /** A nota was received: those that were proposed for the same order are read anew, since less of it is missing. */
    received: (file: File): void => {
      const entry = entries.find((one) => one.file === file);
      if (!entry) return;
      const orderId = orderOf(entry);
      change(entry.key, { received: true });
      const others = entries.filter((one) => one !== entry && !one.received && orderOf(one) === orderId);
      for (const { key } of others) change(key, { answer: null });
      read(others.map(({ key, file: other }) => ({ key, file: other, ...(orderId !== undefined && { orderId }) })));
    },
  };
};
export type Tray = ReturnType<typeof useTray>;
