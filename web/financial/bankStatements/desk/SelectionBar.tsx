import { formatCurrency, isZero } from '#domain/money.ts';
import { CloseIcon, NoteIcon, ProhibitedIcon, SuccessIcon } from '#web/ui/icons.ts';
import { Kbd } from '#web/ui/index.ts';
import { offersOf, type Offer, partOf, sumsOf } from './offers.ts';
import { unsigned } from './model.ts';
import type { DeskWork } from './useDeskWork.ts';
import styles from './bar.module.css';

const money = (amount: string): string => formatCurrency(amount).replace('-', '−');

/** Ways to close the sum, while it is not closed. */
const Offers = ({ offers, onOffer }: { offers: readonly Offer[]; onOffer: (offer: Offer) => void }) =>
  offers.map((offer) => (
    <button
      key={offer.kind}
      type="button"
      disabled={offer.refused !== null}
      title={offer.refused ?? undefined}
      onClick={() => onOffer(offer)}
    >
      {offer.label}
    </button>
  ));

/** What is ticked on both sides, what is missing between them, and what to do with it. */
export const SelectionBar = ({ desk }: { desk: DeskWork }) => {
  const { selection, work, limit } = desk;
  const { lines, picked } = selection;
  if (!selection.any) return null;
  const { bank, prumo, rest } = sumsOf(lines, picked);
  const closed = isZero(rest) && lines.length > 0 && picked.length > 0;
  const suggested = picked.length === 0 && lines.every(({ suggestion }) => suggestion !== null);
  const offers = offersOf(lines, picked, limit);
  const offer = ({ kind, amount }: Offer): void => {
    if (kind === 'INCREASE' || kind === 'DISCOUNT') work.reconcile({ kind, amount });
    else if (kind === 'FEE') work.ask({ kind: 'fee', lines, picked });
    else if (kind === 'DOCUMENT') work.ask({ kind: 'document', lines, picked });
    else {
      const part = partOf(picked, unsigned(rest));
      if (part) selection.setPart(part.index, part.part);
    }
  };
  const isFull = closed || (suggested && lines.length > 0);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Ações para os marcados">
      <span className={styles.sums} role="status">
        <span>
          <strong>{lines.length} do extrato</strong> · {money(bank)}
        </span>
        {picked.length > 0 && (
          <>
            <span>
              <strong>{picked.length} do Prumo</strong> · {money(prumo)}
            </span>
            <span className={styles.rest} data-closed={closed || undefined}>
              {closed && <SuccessIcon aria-hidden="true" />}
              diferença {money(rest)}
            </span>
          </>
        )}
      </span>
      <button
        type="button"
        className={styles.main}
        aria-disabled={!isFull || undefined}
        onClick={() => work.acceptSelection()}
      >
        {picked.length === 0 && lines.length > 0 ? 'Aceitar' : 'Conciliar'} <Kbd>Enter</Kbd>
      </button>
      {offers.length > 0 && <Offers offers={offers} onOffer={offer} />}
      {offers.length === 0 && lines.length > 0 && (
        <>
          <button type="button" onClick={() => work.ask({ kind: 'document', lines, picked: [] })}>
            <NoteIcon />
            Criar documento
          </button>
          <button type="button" onClick={() => work.ask({ kind: 'ignore', lines })}>
            <ProhibitedIcon />
            Ignorar
          </button>
        </>
      )}
      <button
        type="button"
        aria-label="Limpar marcações"
        title="Limpar marcações (Esc)"
        className={styles.clear}
        onClick={selection.clear}
      >
        <CloseIcon />
      </button>
    </div>
  );
};
