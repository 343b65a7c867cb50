import type { FormDrawerProps } from '#web/form/FormDrawer.tsx';
import { previewKindOf, type PreviewedFile } from '#web/form/preview/kinds.ts';
import { useFilePreview } from '#web/form/preview/useFilePreview.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { Skeleton } from '#web/ui/index.ts';
import { lazy, Suspense } from 'react';
import type { Attachment } from './attachmentsApi.ts';
import type { PendingFile } from './useAttachments.ts';

const FilePreview = lazy(() => import('#web/form/preview/FilePreview.tsx'));

export interface AttachmentPreview {
  /** Key of the file that is shown. */
  shown: string | null;
  /** Shows a file, or closes the one that is shown; null for a file that cannot be. */
  toggleOf: (key: string) => (() => void) | null;
  /** Of the drawer, while a file is shown. */
  beside: FormDrawerProps['beside'];
}

interface Files {
  attachments: readonly Attachment[];
  pending: readonly PendingFile[];
  onDownload: (attachment: Attachment) => void;
}

const previewedFiles = ({ attachments, pending, onDownload }: Files): PreviewedFile[] => [
  ...attachments.flatMap((attachment) => {
    const { id, name, size, mediaType, link } = attachment;
    const kind = previewKindOf(mediaType);
    return kind ? [{ key: id, name, size, kind, source: link, onDownload: () => onDownload(attachment) }] : [];
  }),
  ...pending.flatMap(({ key, file }) => {
    const kind = previewKindOf(file.type);
    return kind ? [{ key, name: file.name, size: file.size, kind, source: file }] : [];
  }),
];

/** Attachments of a transaction that are shown beside its form. */
export const useAttachmentPreview = (type: TransactionType, files: Files): AttachmentPreview => {
  const all = previewedFiles(files);
  const preview = useFilePreview(all);
  const { file, asked, close } = preview;
  return {
    shown: file?.key ?? null,
    toggleOf: (key) => {
      const found = all.find((one) => one.key === key);
      return found ? () => (file === found ? close() : preview.open(found)) : null;
    },
    beside: file
      ? {
          label: 'Anexo',
          mainLabel: type === 'DEBIT' ? 'Despesa' : 'Receita',
          content: (
            <Suspense fallback={<Skeleton rows={6} />}>
              <FilePreview {...preview} />
            </Suspense>
          ),
          wide: true,
          asked,
          onClose: close,
        }
      : undefined,
  };
};
