import { Popover as FluentPopover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';

export interface PopoverProps {
  /** The button that opens it. */
  trigger?: ReactElement;
  /** Instead of a button of its own: what it opens below, where one panel serves many buttons. */
  target?: HTMLElement | null;
  children: ReactNode;
  ariaLabel: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A small panel below its button: filters, details. Traps the focus until it closes. */
export const Popover = ({ trigger, target, children, ariaLabel, open, onOpenChange }: PopoverProps) => {
  const surface = <PopoverSurface aria-label={ariaLabel}>{children}</PopoverSurface>;
  const props = {
    ...{ trapFocus: true, open },
    onOpenChange: (_event: unknown, data: { open: boolean }) => onOpenChange?.(data.open),
  } as const;
  if (!trigger) {
    return (
      <FluentPopover {...props} positioning={{ position: 'below', align: 'end', target: target ?? null }}>
        {surface}
      </FluentPopover>
    );
  }
  return (
    <FluentPopover {...props} positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>{trigger}</PopoverTrigger>
      {surface}
    </FluentPopover>
  );
};
