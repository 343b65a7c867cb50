import { counted } from '#domain/numberFormat.ts';
import { downloadFile, openFile, readFile } from '#web/client/files.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { ReportFilesDocument, useMakeReportFileMutation } from '#web/generated/reports.ts';
import { download } from '#web/list/export/download.ts';
import { DownloadIcon, PrintIcon } from '#web/ui/icons.ts';
import { Button, Card } from '#web/ui/index.ts';
import { useState } from 'react';
import { filePath, parametersOf, type ReportEntry, type ReportFormat } from './model.ts';
import type { Preview } from './Paper.tsx';
import type { ReportView } from './useReportView.ts';
import styles from './side.module.css';

interface Props {
  entry: ReportEntry;
  view: ReportView;
  preview: Preview | undefined;
}

/** Opens the PDF beside the screen, where the browser prints it; saves it where the browser would block that. */
const openPdf = async (path: string, name: string): Promise<void> => {
  const file = await readFile(path);
  if (!openFile(file)) download(file, name);
};

const useDownloads = ({ entry, view, preview }: Props) => {
  const { companyId, chosen } = view;
  const [busy, setBusy] = useState<string | null>(null);
  const [make] = useMakeReportFileMutation({ refetchQueries: [ReportFilesDocument], context: { quiet: true } });
  const during = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(what);
    await work().catch((error: unknown) => notifyFailure(error));
    setBusy(null);
  };
  const prepare = async (format: ReportFormat): Promise<void> => {
    const { report } = entry;
    await make({ variables: { companyId, report, format, parameters: parametersOf(entry, chosen) } });
    notifySuccess('O arquivo está sendo preparado', { detail: 'O assistente avisa quando estiver pronto.' });
    view.setTab('files');
  };
  const save = (format: ReportFormat): void =>
    void during(format, async () => {
      if (preview?.large) return prepare(format);
      return downloadFile(filePath(companyId, entry, chosen, format), `${entry.title}.${format.toLowerCase()}`);
    });
  const print = (): void =>
    void during('PRINT', () => openPdf(filePath(companyId, entry, chosen, 'PDF'), `${entry.title}.pdf`));
  return { busy, save, print };
};

/** Files of the report: at once, or prepared in the background where it is long. */
export const Downloads = (props: Props) => {
  const { preview } = props;
  const { busy, save, print } = useDownloads(props);
  const waits = !preview || busy !== null;
  const printable = preview?.printable ?? true;
  const large = preview?.large ?? false;
  return (
    <Card title="Baixar" className={styles.card}>
      <div className={styles.formats}>
        <Button
          icon={<DownloadIcon />}
          busy={busy === 'PDF'}
          disabled={waits || !printable}
          onClick={() => save('PDF')}
        >
          PDF
        </Button>
        <Button icon={<DownloadIcon />} busy={busy === 'XLSX'} disabled={waits} onClick={() => save('XLSX')}>
          XLSX
        </Button>
        <Button icon={<DownloadIcon />} busy={busy === 'CSV'} disabled={waits} onClick={() => save('CSV')}>
          CSV
        </Button>
        <Button icon={<PrintIcon />} busy={busy === 'PRINT'} disabled={waits || !printable || large} onClick={print}>
          Imprimir
        </Button>
      </div>
      <p className={styles.hint}>{preview ? counted(preview.count, 'linha') : 'Contando as linhas…'}</p>
      {!printable && (
        <p className={styles.hint}>Passa do que cabe em um PDF: baixe em XLSX ou CSV, ou escolha um período menor.</p>
      )}
      {large && (
        <p className={styles.hint}>É longo: o arquivo é preparado em segundo plano e fica em Arquivos por 7 dias.</p>
      )}
    </Card>
  );
};
