import { company } from "~/content/company";
import { stopTexts } from "~/content/stop-texts";
import { Panel } from "./panel";

/** For whoever finds somebody else in their account. */
export function WriteToUs() {
  return (
    <div className="wrap-anywhere">
      <Panel title={company.support.email} look="barley">
        <p className="text-sm">
          {stopTexts.write}
          <a href={`mailto:${company.support.email}`} className="text-copper underline">
            {company.support.email}
          </a>
        </p>
      </Panel>
    </div>
  );
}
