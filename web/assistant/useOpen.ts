import { useIsPhone } from '#web/ui/useIsPhone.ts';
import { useNavigate, type NavigateOptions } from 'react-router-dom';
import { useAssistant } from './AssistantContext.ts';

/** Returns a function that opens a screen from the conversation. */
export const useOpen = () => {
  const { setCollapsed } = useAssistant();
  const navigate = useNavigate();
  const phone = useIsPhone();
  return (path: string, options?: NavigateOptions) => {
    // There the assistant covers the screen that it leads to.
    if (phone) setCollapsed(true);
    void navigate(path, options);
  };
};
