import { counted } from '#domain/numberFormat.ts';
import type { BankLinesQuery } from '#web/generated/financial.ts';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { DocumentIcon, UploadIcon } from '#web/ui/icons.ts';
import { Button, IconButton, useIsPhone } from '#web/ui/index.ts';
import type { Total } from '#web/ui/Totals.tsx';
import { useNavigate } from 'react-router-dom';
import { bankLineCard, bankLineColumns } from './columns.tsx';
import { FilesDrawer } from './files/FilesDrawer.tsx';
import { LineFilters } from './LineFilters.tsx';
import { useBankLines } from './useBankLines.ts';
import { failures, IMPORT } from './words.ts';

const sumsOf = (totals: BankLinesQuery['bankLineTotals'] | undefined): Total[] | undefined =>
  totals
    ? [
        { label: 'Entradas', value: totals.moneyIn },
        { label: 'Saídas', value: totals.moneyOut },
      ]
    : undefined;

interface ActionsProps {
  onFiles: () => void;
  onImport: () => void;
}

/** The files, and the import of more; on a phone as icons, beside the title. */
const Actions = ({ onFiles, onImport }: ActionsProps) => {
  const phone = useIsPhone();
  if (phone)
    return (
      <>
        <IconButton label="Arquivos" icon={<DocumentIcon />} onClick={onFiles} />
        <IconButton label="Importar extratos" icon={<UploadIcon />} onClick={onImport} />
      </>
    );
  return (
    <>
      <Button icon={<DocumentIcon />} onClick={onFiles}>
        Arquivos
      </Button>
      <Button variant="primary" icon={<UploadIcon />} onClick={onImport}>
        Importar extratos
      </Button>
    </>
  );
};

/** Extratos OFX (§2 /ofx-files; mock 7): the lines that banks sent, and the files that they came with (`?side=files`). */
const BankLinesScreen = () => {
  const list = useBankLines();
  const navigate = useNavigate();
  const { page, rows, own, setOwn } = list;
  const totals = list.data?.bankLineTotals;
  const startImport = () => void navigate(IMPORT);
  return (
    <>
      <ListScreen
        title="Extratos OFX"
        summary={page && counted(page.totalElements, 'linha')}
        list={list}
        failureText={failures.lines}
        columns={bankLineColumns}
        card={bankLineCard}
        defaultSort={{ id: 'date', desc: true }}
        searchLabel="Buscar histórico ou documento"
        filters={<LineFilters list={list} rows={rows} />}
        actions={<Actions onFiles={() => setOwn('side', 'files')} onImport={startImport} />}
        totals={sumsOf(totals)}
        emptyTitle="Nenhum extrato ainda"
        emptyText="Baixe no site do banco o extrato do mês em OFX (às vezes chamado Money) e importe aqui: cada linha entra uma vez só, mesmo que o período se repita."
        emptyActions={
          <Button variant="primary" icon={<UploadIcon />} onClick={startImport}>
            Importar extratos
          </Button>
        }
      />
      {own('side') === 'files' && <FilesDrawer onClose={() => setOwn('side', null)} />}
    </>
  );
};

export default BankLinesScreen;
