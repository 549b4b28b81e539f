import { useNavigate, useSearch } from '@tanstack/react-router';
import { parseSearch, validateLogin, validateSection } from '../search.ts';
import { LoginPage } from './login-page.tsx';

/** The sign-in page inside the console, whose session has just ended: the console's code is there already. */
export function LoginRoute() {
  const navigate = useNavigate();
  const { next, reason } = validateLogin(useSearch({ strict: false }));
  const enter = () => {
    void navigate({ to: '/', search: next === undefined ? {} : validateSection(parseSearch(next)), replace: true });
  };
  return <LoginPage reason={reason} onEnter={enter} />;
}
