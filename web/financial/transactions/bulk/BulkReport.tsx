import { Banner, Button, Dialog } from '#web/ui/index.ts';
import type { Report } from './useBulkReport.ts';
import styles from './bulk.module.css';

interface BulkReportProps {
  report: Report | null;
  onUndo: (() => void) | undefined;
  onClose: () => void;
}

/** Rows that stayed as they were, each with its reason. */
export const BulkReport = ({ report, onUndo, onClose }: BulkReportProps) =>
  report && (
    <Dialog
      open
      onClose={onClose}
      title={report.title}
      actions={
        <>
          {onUndo && <Button onClick={onUndo}>Desfazer</Button>}
          <Button variant="primary" onClick={onClose}>
            Fechar
          </Button>
        </>
      }
    >
      <Banner tone="warning">
        {report.refused.length === 1
          ? 'Uma linha foi recusada e continua selecionada na lista.'
          : `${report.refused.length} linhas foram recusadas e continuam selecionadas na lista.`}
      </Banner>
      <ul className={styles.refused}>
        {report.refused.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name}</strong>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
