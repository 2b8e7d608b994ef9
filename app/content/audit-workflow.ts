import { company } from "./company";

export const PROGRAM_URL = `${company.siteUrl}/verify-audit.mjs`;

/** Its path in the repository of anyone who copies it. */
export const WORKFLOW_FILE = ".github/workflows/verify-audit.yml";

/**
 * For anyone to copy. The head of each day is kept in the repository. Each newest day vouches for the one before it, so the last head
 * that was kept holds the whole past; when it no longer fits, all that were kept name the first day that differs.
 * @param sha256 of the program: no other one is run
 */
export const workflowText = (sha256: string) => `name: verify-audit
on:
  schedule:
    - cron: "30 5 * * *"
  workflow_dispatch:
permissions: {}
concurrency: verify-audit
jobs:
  verify:
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    permissions:
      contents: write # keeps heads.txt, and needs nothing else
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - name: Take the program once, and only the one that was read
        run: |
          test -f verify-audit.mjs || curl -fsSO ${PROGRAM_URL}
          echo "${sha256}  verify-audit.mjs" | sha256sum --check
      - name: Check the newest days against the head kept last; if that fails, every day against every head
        run: |
          set -o pipefail
          touch heads.txt
          last=$(tail -n 1 heads.txt)
          if ! node verify-audit.mjs ${company.siteUrl} --days 30 \${last:+--head "$last"} | tee result.txt; then
            node verify-audit.mjs ${company.siteUrl} $(sed 's/^/--head /' heads.txt)
            exit 1
          fi
      - name: Keep the newest head
        run: |
          sed -n 's/^head //p' result.txt >> heads.txt
          sort -u -o heads.txt heads.txt
          git config user.name verify-audit
          git config user.email verify-audit@users.noreply.github.com
          git add verify-audit.mjs heads.txt
          git diff --cached --quiet || git commit -qm "Head of the day"
          git push
`;
