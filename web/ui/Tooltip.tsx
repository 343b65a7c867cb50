import { Tooltip as FluentTooltip } from '@fluentui/react-components';
import type { ReactElement } from 'react';

export interface TooltipProps {
  text: string;
  children: ReactElement;
}

/** More words for what is already named. */
export const Tooltip = ({ text, children }: TooltipProps) => (
  <FluentTooltip content={text} relationship="description">
    {children}
  </FluentTooltip>
);
