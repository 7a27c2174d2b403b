; SPDX-License-Identifier: GPL-3.0-or-later
; Installer of the query tool, for Inno Setup: iscc /DVersion=0.1.0 /DFrom=..\..\..\_build-windows\fulgens-0.1.0-windows fulgens-query.iss
; It has no file types: the tool has no window. Never run.
[Setup]
AppId=org.fulgens.Query
AppName=Fulgens query tool
AppVersion={#Version}
DefaultDirName={autopf}\Fulgens
PrivilegesRequired=lowest
ChangesEnvironment=yes
LicenseFile={#From}\COPYING
OutputBaseFilename=fulgens-query-{#Version}

[Files]
Source: "{#From}\*"; DestDir: "{app}"

[Registry]
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Check: not IsOnPath

[Code]
function IsOnPath: Boolean;
var
  Path: string;
begin
  Result := RegQueryStringValue(HKCU, 'Environment', 'Path', Path) and (Pos(ExpandConstant('{app}'), Path) > 0);
end;
