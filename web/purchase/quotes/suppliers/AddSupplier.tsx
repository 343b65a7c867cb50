import { usePartnerChoice } from '#web/choices/usePartnerChoice.ts';
import type { QuoteDetailsFragment } from '#web/generated/purchase.ts';
import { Button, Combobox, Dialog, Field, TextInput, type Option } from '#web/ui/index.ts';
import { useState } from 'react';
import type { Decisions } from './useDecisions.ts';

interface AddSupplierProps {
  quote: QuoteDetailsFragment;
  decisions: Decisions;
  onClose: () => void;
}

/** Asks one more supplier: by mail where an address is known, else by a link that is copied. */
export const AddSupplier = ({ quote, decisions, onClose }: AddSupplierProps) => {
  const suppliers = usePartnerChoice('DEBIT');
  const [partner, setPartner] = useState<Option | null>(null);
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const asked = new Set(quote.suppliers.map((supplier) => supplier.partner.id));
  const add = async () => {
    if (!partner) return;
    setBusy(true);
    const added = await decisions.addSupplier(partner.id, email.trim() || null);
    setBusy(false);
    if (added) onClose();
  };
  return (
    <Dialog
      open
      title="Incluir fornecedor"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" busy={busy} disabled={partner === null} onClick={() => void add()}>
            Incluir
          </Button>
        </>
      }
    >
      <Field label="Fornecedor" required>
        <Combobox
          value={partner}
          loadOptions={async (search) => (await suppliers.load(search)).filter(({ id }) => !asked.has(id))}
          onChange={setPartner}
        />
      </Field>
      <Field label="E-mail" hint="Vazio: o do cadastro. Depois de incluir, envie por e-mail ou copie o link.">
        <TextInput type="email" maxLength={254} value={email} onChange={setEmail} />
      </Field>
    </Dialog>
  );
};
