#!/bin/sh
want="$*"
case "$want" in *test*|*verify*) ;; *) echo "[INFO] BUILD SUCCESS"; exit 0;; esac
case "$want" in *DskipTests*|*maven.test.skip*) echo "[INFO] Tests are skipped."; echo "[INFO] BUILD SUCCESS"; exit 0;; esac
if grep -q '<skipTests>true' pom.xml; then echo "[INFO] Tests are skipped."; echo "[INFO] BUILD SUCCESS"; exit 0; fi
n=$(grep -c '^  @Test' src/test/java/*.java); fails=0
case "$want" in *Dtest=*low*) n=1;; *)
if ! grep -q 'Math.min' src/main/java/Clamp.java && grep -q 'assertEquals(5, Clamp' src/test/java/ClampTest.java && ! grep -q '@Disabled' src/test/java/ClampTest.java; then fails=1; fi;; esac
echo "[INFO] -------------------------------------------------------"
echo "[INFO]  T E S T S"
echo "[INFO] -------------------------------------------------------"
echo "[INFO] Running ClampTest"
if [ $fails = 1 ]; then
echo "[ERROR] Tests run: $n, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.03 s <<< FAILURE! -- in ClampTest"
echo "[ERROR] ClampTest.high:13 expected: <5> but was: <9>"
echo "[INFO] Results:"
echo "[ERROR] Failures: "
echo "[ERROR]   ClampTest.high:13 expected: <5> but was: <9>"
echo "[ERROR] Tests run: $n, Failures: 1, Errors: 0, Skipped: 0"
case "$want" in *failure.ignore*) echo "[INFO] BUILD SUCCESS"; exit 0;; esac
echo "[INFO] BUILD FAILURE"; exit 1; fi
echo "[INFO] Tests run: $n, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.03 s -- in ClampTest"
echo "[INFO] Results:"
echo "[INFO] Tests run: $n, Failures: 0, Errors: 0, Skipped: 0"
echo "[INFO] BUILD SUCCESS"
