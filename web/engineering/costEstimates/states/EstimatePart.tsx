import type { CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { EmptyState } from '#web/ui/index.ts';
import { ClientWorkbookPage } from '../clientWorkbook/ClientWorkbookPage.tsx';
import type { Kept } from '../prices/model.ts';
import { PricesPage } from '../prices/PricesPage.tsx';
import { AmendmentPage } from '../amendments/AmendmentPage.tsx';
import { AmendmentsPage } from '../amendments/AmendmentsPage.tsx';
import { AbcPage } from './AbcPage.tsx';
import { RevisionPage } from './RevisionPage.tsx';
import { RevisionsPage } from './RevisionsPage.tsx';
import { StatePage } from './StatePage.tsx';

interface EstimatePartProps {
  part: string;
  header: CostEstimateHeaderFragment;
  kept: Kept;
  onKept: (kept: Kept) => void;
  onPart: (part: string | null) => void;
  /** The estimate was changed, and is read anew. */
  onChanged: () => void;
}

/** A page below that of an estimate, by its name in the address. */
export const EstimatePart = ({ part, header, kept, onKept, onPart, onChanged }: EstimatePartProps) => {
  const close = () => onPart(null);
  if (part === 'amendments') {
    return <AmendmentsPage header={header} onClose={close} onOpen={(id) => onPart(`amendment-${id}`)} />;
  }
  const [, amendment] = /^amendment-([1-9]\d{0,14})$/.exec(part) ?? [];
  if (amendment !== undefined) {
    return (
      <AmendmentPage
        key={amendment}
        header={header}
        id={amendment}
        onClose={() => onPart('amendments')}
        onChanged={onChanged}
      />
    );
  }
  if (part === 'abc') return <AbcPage header={header} onClose={close} />;
  if (part === 'client-workbook') return <ClientWorkbookPage header={header} onClose={close} onChanged={onChanged} />;
  if (part === 'revisions') {
    return (
      <RevisionsPage
        key={header.version}
        header={header}
        onClose={close}
        onOpen={(number) => onPart(`revision-${number}`)}
        onUndone={onChanged}
      />
    );
  }
  const [, number] = /^revision-([1-9]\d{0,8})$/.exec(part) ?? [];
  if (number !== undefined) {
    return <RevisionPage header={header} number={Number(number)} onClose={() => onPart('revisions')} />;
  }
  if (part === 'prices' && header.canChange) {
    return <PricesPage {...{ header, kept, onKept }} onClose={close} onChanged={onChanged} />;
  }
  return (
    <StatePage header={header} title="Orçamento" onClose={close}>
      <EmptyState
        title={part === 'prices' ? 'Este orçamento não pode mudar' : 'Página não encontrada'}
        text={
          part === 'prices'
            ? 'Os preços são atualizados enquanto o orçamento está em elaboração.'
            : 'Volte ao orçamento.'
        }
      />
    </StatePage>
  );
};
