import { FETCH_OUTCOMES_FAILED } from '#domain/messages.ts';
import {
  ActivePill,
  Banner,
  BeforeAfter,
  Breadcrumb,
  Button,
  Card,
  CardList,
  Changed,
  CountBadge,
  DataGrid,
  DropTarget,
  EmptyState,
  ErrorState,
  Fab,
  FigureStrip,
  FileDrop,
  Sparkline,
  FilterBar,
  FilterChip,
  IconButton,
  InstallmentPill,
  Kbd,
  Leaving,
  LongList,
  MoneyText,
  PageHeader,
  Pagination,
  PrintTable,
  ShownFilters,
  Screen,
  Skeleton,
  StatusPill,
  Totals,
  Segments,
  ViewTabs,
  type Column,
} from '#web/ui/index.ts';
import { AddIcon, DeleteIcon } from '#web/ui/icons.ts';
import { MemoryRouter } from 'react-router-dom';
import { nothing, useValue, type Sample } from './sample.ts';

interface Bill {
  id: string;
  partner: string;
  dueDate: string;
  value: string;
}

const bills: Bill[] = [
  { id: '1', partner: 'Concreteira Paulista', dueDate: '2026-11-20', value: '12345.67' },
  { id: '2', partner: 'Aço Forte', dueDate: '2026-12-05', value: '980.00' },
];

const columns: Column<Bill>[] = [
  { id: 'partner', title: 'Fornecedor', tone: 'strong', sortable: true, value: (row) => row.partner },
  { id: 'dueDate', title: 'Vencimento', kind: 'date', width: 130, value: (row) => row.dueDate },
  { id: 'value', title: 'Valor (R$)', kind: 'money', width: 140, value: (row) => row.value },
];

const Tabs = () => (
  <ViewTabs
    ariaLabel="Situação"
    tabs={[
      { id: 'all', label: 'Todas', count: 620 },
      { id: 'overdue', label: 'Vencidas', count: 15, tone: 'out' },
    ]}
    {...useValue<'all' | 'overdue'>('all')}
  />
);

export const display: Sample[] = [
  {
    name: 'Button',
    Show: () => (
      <>
        <Button variant="primary" shortcut="Ctrl S" onClick={nothing}>
          Salvar
        </Button>
        <Button onClick={nothing}>Cancelar</Button>
        <Button variant="subtle" onClick={nothing}>
          Limpar
        </Button>
        <Button variant="danger" onClick={nothing}>
          Excluir
        </Button>
        <Button busy onClick={nothing}>
          Salvando
        </Button>
        <Button disabled onClick={nothing}>
          Sem permissão
        </Button>
      </>
    ),
  },
  { name: 'IconButton', Show: () => <IconButton label="Excluir linha" icon={<DeleteIcon />} onClick={nothing} /> },
  {
    name: 'StatusPill',
    Show: () => (
      <>
        {(['in', 'out', 'info', 'warning', 'violet', 'neutral'] as const).map((tone) => (
          <StatusPill key={tone} tone={tone}>
            {tone}
          </StatusPill>
        ))}
        <StatusPill tone="info" forecast>
          Aberta
        </StatusPill>
      </>
    ),
  },
  {
    name: 'InstallmentPill',
    Show: () => (
      <>
        {(['DUE', 'PLANNED', 'OVERDUE', 'PAID'] as const).map((status) => (
          <InstallmentPill key={status} status={status} type="DEBIT" />
        ))}
      </>
    ),
  },
  {
    name: 'ActivePill',
    Show: () => (
      <>
        <ActivePill active />
        <ActivePill active={false} feminine />
      </>
    ),
  },
  {
    name: 'MoneyText',
    Show: () => (
      <>
        <MoneyText value="1234567.89" />
        <MoneyText value="-980.00" tone="sign" />
        <MoneyText value="980.00" tone="in" strong />
        <MoneyText value="980.00" tone="out" symbol={false} />
      </>
    ),
  },
  {
    name: 'Sparkline',
    Show: () => (
      <>
        <Sparkline tone="plain" values={['36.10', '36.40', '36.80']} />
        <Sparkline tone="out" values={['14.20', '15.10', '17.80']} />
      </>
    ),
  },
  {
    name: 'FigureStrip',
    Show: () => (
      <FigureStrip
        figures={[
          { label: 'Vencido', value: '28450.65', tone: 'out' },
          { label: 'A vencer', value: '131319.71' },
        ]}
      />
    ),
  },
  {
    name: 'FileDrop',
    Show: () => (
      <FileDrop
        title="Solte aqui o arquivo (XLSX)"
        text="Tabela de preços do fornecedor, até 20 MB."
        label="Arquivo da tabela"
        accept=".xlsx"
        busy={false}
        onFile={() => undefined}
      />
    ),
  },
  {
    name: 'DropTarget',
    Show: () => (
      <DropTarget label="Solte as fotos" onFiles={() => undefined}>
        Uma lista que aceita arquivos soltos sobre ela.
      </DropTarget>
    ),
  },
  {
    name: 'CountBadge',
    Show: () => (
      <>
        <CountBadge count={15} tone="out" />
        <CountBadge count={1238} />
        <CountBadge count={14} tone="warning" />
      </>
    ),
  },
  {
    name: 'Segments',
    Show: () => (
      <Segments
        {...useValue('12')}
        ariaLabel="Período"
        options={[
          { value: '6', label: '6 meses' },
          { value: '12', label: '12 meses' },
        ]}
      />
    ),
  },
  { name: 'ViewTabs', Show: Tabs },
  {
    name: 'FilterChip',
    Show: () => <FilterChip label="Vencimento" value="01/11/2026 – 30/11/2026" onClear={nothing} />,
  },
  {
    name: 'FilterBar',
    Show: () => (
      <FilterBar>
        <FilterChip label="Obra" value="Casa Ipê" onClear={nothing} />
      </FilterBar>
    ),
  },
  {
    name: 'ShownFilters',
    Show: () => (
      <ShownFilters value={new Map()}>
        <FilterChip label="Obra" value="Casa Ipê" onClear={nothing} />
      </ShownFilters>
    ),
  },
  {
    name: 'DataGrid',
    Show: () => (
      <div style={{ height: 180 }}>
        <DataGrid ariaLabel="Despesas" rows={bills} columns={columns} rowId={(row) => row.id} onOpen={nothing} />
      </div>
    ),
  },
  {
    name: 'Pagination',
    Show: () => <Pagination page={0} size={50} total={1238} onPage={nothing} onSize={nothing} />,
  },
  {
    name: 'EmptyState',
    Show: () => (
      <EmptyState
        title="Nenhuma despesa aqui"
        text="Lance a primeira conta a pagar desta obra."
        action={<Button onClick={nothing}>Nova despesa</Button>}
      />
    ),
  },
  { name: 'ErrorState', Show: () => <ErrorState message={FETCH_OUTCOMES_FAILED} onRetry={nothing} /> },
  { name: 'Skeleton', Show: () => <Skeleton rows={3} /> },
  {
    name: 'PageHeader',
    Show: () => (
      <PageHeader title="Despesas" summary="1.238 parcelas" actions={<Button onClick={nothing}>Nova despesa</Button>} />
    ),
  },
  {
    name: 'Breadcrumb',
    Show: () => (
      <MemoryRouter>
        <Breadcrumb
          steps={[
            { label: 'Início', to: '/home' },
            { label: 'Carteiras', to: '/home/forms/transactions/bank' },
          ]}
        />
      </MemoryRouter>
    ),
  },
  {
    name: 'CardList',
    Show: () => (
      <CardList
        ariaLabel="Despesas no celular"
        onOpen={nothing}
        items={bills.map((bill) => ({
          id: bill.id,
          title: bill.partner,
          meta: 'NF 10.482',
          end: <MoneyText value={bill.value} />,
        }))}
      />
    ),
  },
  {
    name: 'LongList',
    Show: () => (
      <div role="list" aria-label="Linhas">
        <LongList items={bills} rowHeight={24}>
          {(bill) => (
            <div role="listitem" key={bill.id}>
              {bill.partner}
            </div>
          )}
        </LongList>
      </div>
    ),
  },
  { name: 'PrintTable', Show: () => <PrintTable rows={bills} columns={columns} /> },
  { name: 'Changed', Show: () => <Changed by="Renato Alves">NF 16.202</Changed> },
  { name: 'Leaving', Show: () => <Leaving>Quitada</Leaving> },
  { name: 'Screen', Show: () => <Screen>Conteúdo da tela</Screen> },
  { name: 'Totals', Show: () => <Totals totals={[{ label: 'Vencido', value: '28450.65', tone: 'out' }]} /> },
  { name: 'Fab', Show: () => <Fab label="Nova despesa no celular" icon={<AddIcon />} onClick={nothing} /> },
  {
    name: 'Card',
    Show: () => (
      <Card title="Vencimentos" meta="hoje">
        Seis contas vencem hoje.
      </Card>
    ),
  },
  {
    name: 'Banner',
    Show: () => (
      <>
        {(['warning', 'error', 'info'] as const).map((tone) => (
          <Banner key={tone} tone={tone}>
            Outra pessoa alterou este lançamento.
          </Banner>
        ))}
      </>
    ),
  },
  { name: 'BeforeAfter', Show: () => <BeforeAfter before="85538.84" after="63036.85" /> },
  { name: 'Kbd', Show: () => <Kbd>Ctrl K</Kbd> },
];
