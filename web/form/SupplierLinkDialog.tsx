import { Button, Dialog, Field, TextInput } from '#web/ui/index.ts';

/** A link of a supplier that the browser could not copy by itself. */
export const SupplierLinkDialog = ({ url, onClose }: { url: string; onClose: () => void }) => (
  <Dialog open title="Link do fornecedor" onClose={onClose} actions={<Button onClick={onClose}>Fechar</Button>}>
    <Field label="Copie e envie por onde preferir. Ele aparece só agora.">
      <TextInput value={url} readOnly onChange={() => undefined} />
    </Field>
  </Dialog>
);
