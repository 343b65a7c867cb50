import { errorText } from '#web/client/errors.ts';
import { Card, ErrorState, Skeleton } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import type { Part } from './useDashboard.ts';

interface PartCardProps<Data> {
  title: string;
  className?: string | undefined;
  part: Part<Data>;
  /** Renders the whole card once its data is loaded. */
  children: (data: Data) => ReactNode;
}

/** A card of the dashboard; shows a skeleton while it loads, and the error with a retry button when it fails. */
export const PartCard = <Data,>({ title, className, part, children }: PartCardProps<Data>) => {
  if (part.data !== undefined) return children(part.data);
  return (
    <Card title={title} {...(className !== undefined && { className })}>
      {part.error ? <ErrorState message={errorText(part.error)} onRetry={part.retry} /> : <Skeleton rows={5} />}
    </Card>
  );
};
