import {
  BulkBar,
  Button,
  ConfirmDialog,
  Dialog,
  Drawer,
  Menu,
  PeriodPicker,
  Popover,
  Tooltip,
  type PeriodPreset,
} from '#web/ui/index.ts';
import { useState, type ReactNode } from 'react';
import { nothing, type Sample } from './sample.ts';

/** A button that opens what is shown above the page. */
const Opening = ({ label, children }: { label: string; children: (close: () => void) => ReactNode }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open && children(() => setOpen(false))}
    </>
  );
};

const presets: PeriodPreset[] = [{ label: 'Novembro', range: { start: '2026-11-01', end: '2026-12-01' } }];

const Period = () => {
  const [range, setRange] = useState<PeriodPreset['range']>(null);
  return (
    <PeriodPicker
      label="Vencimento"
      ariaLabel="Período de vencimento"
      value={range}
      onChange={setRange}
      presets={presets}
    />
  );
};

export const overlays: Sample[] = [
  {
    name: 'Drawer',
    Show: () => (
      <Opening label="Abrir despesa">
        {(close) => (
          <Drawer open onClose={close} title="Concreteira Paulista" subtitle="NF 10.482">
            Campos da despesa
          </Drawer>
        )}
      </Opening>
    ),
  },
  {
    name: 'Dialog',
    Show: () => (
      <Opening label="Registrar pagamento">
        {(close) => (
          <Dialog
            open
            onClose={close}
            title="Registrar pagamento"
            actions={
              <Button variant="primary" onClick={close}>
                Registrar pagamento
              </Button>
            }
          >
            Parcela 1 de 3
          </Dialog>
        )}
      </Opening>
    ),
  },
  {
    name: 'ConfirmDialog',
    Show: () => (
      <Opening label="Excluir despesa">
        {(close) => (
          <ConfirmDialog
            open
            danger
            title="Excluir a despesa?"
            text="Isto não pode ser desfeito."
            confirm="Excluir"
            onConfirm={close}
            onCancel={close}
          />
        )}
      </Opening>
    ),
  },
  {
    name: 'BulkBar',
    Show: () => (
      <div style={{ position: 'relative', minHeight: 64 }}>
        <BulkBar
          count={3}
          sum="2160.50"
          actions={[{ label: 'Registrar pagamento', onClick: nothing }]}
          onClear={nothing}
        />
      </div>
    ),
  },
  {
    name: 'Menu',
    Show: () => (
      <Menu
        trigger={<Button>Ações</Button>}
        actions={[
          { label: 'Duplicar', onClick: nothing, shortcut: 'Ctrl D' },
          { label: 'Excluir', onClick: nothing, separated: true },
        ]}
      />
    ),
  },
  { name: 'PeriodPicker', Show: Period },
  {
    name: 'Popover',
    Show: () => (
      <Popover ariaLabel="Filtros" trigger={<Button>Filtros</Button>}>
        Situação e obra
      </Popover>
    ),
  },
  {
    name: 'Tooltip',
    Show: () => (
      <Tooltip text="Valor do documento inteiro">
        <Button onClick={nothing}>Valor</Button>
      </Tooltip>
    ),
  },
];
