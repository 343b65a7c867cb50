import { formatDate } from '#domain/dates.ts';
import { counted, formatCurrency, formatPercentage } from '#domain/numberFormat.ts';
import type { SheetFigures } from '#domain/engineering/measurements/sheet.ts';
import type { MeasurementSideFragment } from '#web/generated/engineering.ts';
import { AddIcon, EditIcon, HistoryIcon, LockIcon, MoreIcon, PdfIcon, PhotoIcon, UndoIcon } from '#web/ui/icons.ts';
import {
  Breadcrumb,
  Button,
  FigureStrip,
  IconButton,
  Menu,
  PageHeader,
  StatusPill,
  timeOf,
  ViewTabs,
  type MenuAction,
} from '#web/ui/index.ts';
import { useNavigate } from 'react-router-dom';
import type { QueueSnapshot } from '../model/lineQueue.ts';
import { MEASUREMENTS, sideAddress, sideName, STATUS, type Head } from '../words.ts';
import styles from './sheet.module.css';

const percent = (percentage: string | null): string => (percentage === null ? '—' : formatPercentage(percentage));

/** What became of the last thing that was typed. */
export const savedText = (state: QueueSnapshot): string => {
  if (state.sending) return 'salvando…';
  if (state.offline && state.waiting > 0)
    return `sem conexão: ${counted(state.waiting, 'lançamento guardado', 'lançamentos guardados')} neste aparelho`;
  if (state.sendable > 0) return 'ainda não salva';
  if (state.waiting > 0) return `${counted(state.waiting, 'linha espera', 'linhas esperam')} por você`;
  if (!state.last?.updatedAt) return '';
  const by = state.last.updatedBy ? ` por ${state.last.updatedBy}` : '';
  return `salva às ${timeOf(state.last.updatedAt)}${by}`;
};

interface SheetHeaderProps {
  head: Head;
  state: QueueSnapshot;
  sides: readonly MeasurementSideFragment[];
  photos: number;
  /** Who else is here, in words. */
  together: string;
  onSide: (side: MeasurementSideFragment) => void;
  onNewSide: () => void;
  onBulletin: () => void;
  onPhotos: () => void;
  onHistory: () => void;
  onClose: () => void;
  onReopen: () => void;
  onNext: () => void;
  onRemove: () => void;
}

/** Title, state and sides of a measurement, and what can be done with all of it. */
export const SheetHeader = (props: SheetHeaderProps) => {
  const { head, state, sides } = props;
  const { text, tone } = STATUS[head.status];
  const saved = savedText(state);
  const navigate = useNavigate();
  const more: MenuAction[] = [
    { label: 'Histórico', icon: <HistoryIcon />, onClick: props.onHistory },
    { label: 'Contrato e retenção', icon: <EditIcon />, onClick: () => void navigate(sideAddress(head)) },
    { label: 'Novo contratado…', icon: <AddIcon />, onClick: props.onNewSide },
    ...(head.status === 'CLOSED' || !head.isLast
      ? []
      : [{ label: 'Excluir medição…', separated: true, onClick: props.onRemove }]),
  ];
  return (
    <>
      <div className={styles.path}>
        <Breadcrumb
          steps={[
            { label: 'Medições', to: MEASUREMENTS },
            { label: `${head.building.name} · ${head.costEstimate.code}` },
          ]}
        />
      </div>
      <PageHeader
        title={`Medição ${head.number}`}
        summary={
          <span className={styles.summary}>
            <StatusPill tone={tone}>{text}</StatusPill>
            <span>
              {formatDate(head.periodStart)} a {formatDate(head.periodEnd)}
            </span>
            <span role="status">{saved}</span>
            {props.together !== '' && <span>{props.together}</span>}
          </span>
        }
        actions={
          <>
            {props.photos > 0 && (
              <Button variant="subtle" icon={<PhotoIcon />} onClick={props.onPhotos}>{`Fotos ${props.photos}`}</Button>
            )}
            <Button icon={<PdfIcon />} onClick={props.onBulletin}>
              Boletim
            </Button>
            {head.canReopen && (
              <Button icon={<UndoIcon />} onClick={props.onReopen}>
                Reabrir
              </Button>
            )}
            {head.status === 'CLOSED' && head.isLast && (
              <Button variant="primary" icon={<AddIcon />} onClick={props.onNext}>
                Próxima medição
              </Button>
            )}
            {head.status !== 'CLOSED' && (
              <Button variant="primary" icon={<LockIcon />} onClick={props.onClose}>
                Fechar medição
              </Button>
            )}
            <Menu trigger={<IconButton label="Mais ações" icon={<MoreIcon />} />} actions={more} />
          </>
        }
        tabs={
          <ViewTabs
            ariaLabel="Lados da medição"
            value={head.contractId}
            tabs={sides.map((side) => ({
              id: side.id,
              label: sideName(side),
              count: side.id === head.contractId ? head.number : side.latest?.number,
            }))}
            onChange={(id) => {
              const side = sides.find((one) => one.id === id);
              if (side) props.onSide(side);
            }}
          />
        }
      />
    </>
  );
};

/** Contract, what was measured before, now and altogether, and what is left. */
export const SheetCards = ({ head, figures }: { head: Head; figures: SheetFigures }) => (
  <div className={styles.cards}>
    <FigureStrip
      figures={[
        {
          label: head.kind === 'CUSTOMER' ? 'Contrato com BDI' : 'Contrato',
          value: figures.contractedValue,
          note: `${counted(figures.lines, 'serviço')} em ${counted(figures.stages, 'etapa')}`,
        },
        {
          label: head.number > 1 ? `Medido até a ${head.number - 1}` : 'Medido antes',
          value: figures.previousValue,
          note: percent(figures.previousPercentage),
        },
        {
          label: 'Nesta medição',
          value: figures.periodValue,
          note: `${percent(figures.periodPercentage)}, ${counted(figures.measured, 'serviço')}`,
        },
        { label: 'Acumulado', value: figures.accumulatedValue, note: percent(figures.percentage) },
        {
          label: 'Saldo',
          value: figures.balanceValue,
          note:
            figures.excessValue === '0.00' ? (
              'nada acima do contratado'
            ) : (
              <span className={styles.above}>há {formatCurrency(figures.excessValue)} acima do contratado</span>
            ),
        },
      ]}
    />
  </div>
);
