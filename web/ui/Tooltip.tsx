import { Tooltip as FluentTooltip } from '@fluentui/react-components';
import type { ReactElement } from 'react';

export interface TooltipProps {
  text: string;
  children: ReactElement;
}

/** A description shown on hover, for an element that already has a name. */
export const Tooltip = ({ text, children }: TooltipProps) => (
  <FluentTooltip content={text} relationship="description">
    {children}
  </FluentTooltip>
);
