import { SupplierLinkDialog } from '#web/form/SupplierLinkDialog.tsx';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { CopyIcon, MoreIcon } from '#web/ui/icons.ts';
import { Button, IconButton, Menu, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import { bothOf, isReceivable } from '../words.ts';
import { Proposal } from './Proposal.tsx';
import { SendDialog } from './SendDialog.tsx';
import { linesOf, pillOf } from './texts.ts';
import { useDispatch } from './useDispatch.ts';
import styles from './dispatch.module.css';

interface DispatchBarProps {
  order: OrderDetailsFragment;
  /** What is not saved would be missing in what the supplier reads. */
  dirty: boolean;
  writable: boolean;
}

/** The order on its way to the supplier: whether it was sent, what he answered, and what can be done about it. */
export const DispatchBar = ({ order, dirty, writable }: DispatchBarProps) => {
  const { dispatch, state } = order;
  const calls = useDispatch(order);
  const [sending, setSending] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const open = state === 'ORDERED' && isReceivable(bothOf(order));
  if (dispatch === null && !(open && writable)) return null;
  const pill = dispatch && pillOf({ ...dispatch, outdated: dispatch.answer?.outdated ?? false });
  const copy = async () => setLink(await calls.copyLink());
  return (
    <section className={styles.bar} aria-label="Envio ao fornecedor">
      <div className={styles.said}>
        {pill && <StatusPill tone={pill.tone}>{pill.label}</StatusPill>}
        {dispatch === null ? (
          <p>Ainda não enviado ao fornecedor.</p>
        ) : (
          linesOf(dispatch).map((text) => <p key={text}>{text}</p>)
        )}
        {dispatch?.answer?.note != null && <p className={styles.note}>“{dispatch.answer.note}”</p>}
      </div>
      {open && writable && (
        <div className={styles.actions}>
          {dispatch?.state === 'PROPOSED' && <Proposal {...{ order, dispatch, calls }} disabled={dirty} />}
          <Button
            variant={dispatch === null ? 'primary' : 'secondary'}
            disabled={dirty}
            onClick={() => setSending(true)}
          >
            {dispatch === null ? 'Enviar ao fornecedor' : 'Enviar de novo'}
          </Button>
          {dispatch !== null && (
            <Menu
              trigger={<IconButton label="Mais sobre o envio" icon={<MoreIcon />} />}
              actions={[
                { label: 'Copiar link', icon: <CopyIcon />, disabled: dirty, onClick: () => void copy() },
                ...(dispatch.revoked ? [] : [{ label: 'Revogar links', onClick: () => void calls.revoke() }]),
              ]}
            />
          )}
        </div>
      )}
      <SendDialog
        {...{ order, calls }}
        open={sending}
        onClose={() => setSending(false)}
        onCopy={() => {
          setSending(false);
          void copy();
        }}
      />
      {link !== null && <SupplierLinkDialog url={link} onClose={() => setLink(null)} />}
    </section>
  );
};
