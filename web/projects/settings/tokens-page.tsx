import { SecretsSection, TokensSection } from '../../inbound-webhooks/index.ts';
import { Notice } from '../../parts/display/notice.tsx';
import { useSettingsProject } from './use-settings-project.ts';

export function TokensPage() {
  const { id, may, mayNot } = useSettingsProject();
  return may.manageAccessTokens ? (
    <>
      <TokensSection projectId={id} />
      <SecretsSection projectId={id} />
    </>
  ) : (
    <Notice>{mayNot.manageAccessTokens}</Notice>
  );
}
