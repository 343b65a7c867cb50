import { Popover as FluentPopover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';

export interface PopoverProps {
  trigger: ReactElement;
  children: ReactNode;
  ariaLabel: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A small panel below its button: filters, details. Traps the focus until it closes. */
export const Popover = ({ trigger, children, ariaLabel, open, onOpenChange }: PopoverProps) => (
  <FluentPopover
    trapFocus
    positioning="below-start"
    open={open}
    onOpenChange={(_event, data) => onOpenChange?.(data.open)}
  >
    <PopoverTrigger disableButtonEnhancement>{trigger}</PopoverTrigger>
    <PopoverSurface aria-label={ariaLabel}>{children}</PopoverSurface>
  </FluentPopover>
);
